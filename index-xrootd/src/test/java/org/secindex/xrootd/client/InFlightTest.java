package org.secindex.xrootd.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InFlightTest {

  private static Request request(int answerBytes) {
    return new Request(
        Wire.STAT, "stat", "/f", 0, 0, Request.EMPTY, Body.DISCARD, answerBytes, true, 0);
  }

  @Test
  void neverGivesAnIdTwiceWhileItsAnswerIsDue() {
    InFlight inFlight = new InFlight(InFlight.IDS, Long.MAX_VALUE);
    Request late = request(1);
    inFlight.add(late);
    inFlight.abandon(late);
    int lateId = late.id;
    for (int i = 0; i < 3 * InFlight.IDS; i++) {
      Request r = request(1);
      inFlight.add(r);
      assertThat(r.id).isBetween(1, InFlight.IDS).isNotEqualTo(lateId);
      inFlight.remove(r);
      assertThat(r.id).isZero();
    }
    assertThat(inFlight.get(lateId)).isSameAs(late);
    inFlight.remove(late);
    assertThat(inFlight.get(lateId)).isNull();
    assertThat(inFlight.abandoned()).isZero();
  }

  @Test
  void holdsTheNextWhenAllIdsAreTaken() {
    InFlight inFlight = new InFlight(InFlight.IDS, Long.MAX_VALUE);
    List<Request> all = new ArrayList<>();
    for (Request r = request(1); inFlight.fits(r); r = request(1)) {
      inFlight.add(r);
      all.add(r);
    }
    assertThat(all).hasSize(InFlight.IDS);
    // Given up does not mean free.
    inFlight.abandon(all.get(7));
    assertThat(inFlight.fits(request(1))).isFalse();
    int id = all.get(7).id;
    inFlight.remove(all.get(7));
    Request next = request(1);
    assertThat(inFlight.fits(next)).isTrue();
    inFlight.add(next);
    assertThat(next.id).isEqualTo(id);
  }

  @Test
  void boundsRequestsAndBytesButLetsALargeOneGoAlone() {
    InFlight inFlight = new InFlight(3, 100);
    Request large = request(1000);
    assertThat(inFlight.fits(large)).isTrue();
    inFlight.add(large);
    assertThat(inFlight.fits(request(0))).isFalse();
    inFlight.abandon(large);
    Request half = request(50);
    assertThat(inFlight.fits(half)).isTrue();
    inFlight.add(half);
    assertThat(inFlight.fits(request(51))).isFalse();
    inFlight.add(request(50));
    inFlight.add(request(0));
    assertThat(inFlight.fits(request(0))).isFalse();
    inFlight.remove(half);
    assertThat(inFlight.fits(request(50))).isTrue();
  }
}
