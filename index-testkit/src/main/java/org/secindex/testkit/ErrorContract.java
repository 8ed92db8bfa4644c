package org.secindex.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.secindex.testkit.IndexFixture.entries;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.secindex.api.Access;
import org.secindex.api.IndexConfigException;
import org.secindex.api.IndexException;
import org.secindex.api.IndexFormatTooNewException;
import org.secindex.api.IndexState;
import org.secindex.api.Indexes;
import org.secindex.api.KeyDomain;
import org.secindex.api.NotAnIndexException;
import org.secindex.api.SecondaryIndex;

/** Addresses and options that are wrong, and what stands where no index should. */
interface ErrorContract {
  IndexFixture fixture();

  String foreignUri();

  void makeFormatNewer(String uri);

  @Test
  @DisplayName(
      "opening what is not there says where it looked and how to make one; nothing is made")
  default void missingIndex() {
    String uri = fixture().newUri();
    for (Access access : Access.values()) {
      assertThatThrownBy(() -> Indexes.open(uri, access))
          .isInstanceOf(IndexException.class)
          .hasMessageContaining("no index at")
          .hasMessageContaining("create");
    }
    assertThat(Indexes.state(uri)).isEqualTo(IndexState.ABSENT);
  }

  @Test
  @DisplayName("something that is no index is neither opened, nor overwritten, nor dropped")
  default void foreignContent() {
    String uri = foreignUri();
    for (Access access : Access.values()) {
      assertThatThrownBy(() -> Indexes.open(uri, access)).isInstanceOf(NotAnIndexException.class);
    }
    assertThatThrownBy(() -> Indexes.state(uri)).isInstanceOf(NotAnIndexException.class);
    assertThatThrownBy(() -> Indexes.create(uri, KeyDomain.SIGNED))
        .isInstanceOf(IndexException.class);
    assertThatThrownBy(() -> Indexes.drop(uri)).isInstanceOf(IndexException.class);
    assertThatThrownBy(() -> Indexes.open(uri)).isInstanceOf(NotAnIndexException.class);
  }

  @Test
  @DisplayName("an index of a newer format is refused, with both versions, for reading and writing")
  default void newerFormat() {
    String uri = fixture().newUri();
    SecondaryIndex index = fixture().create(uri, KeyDomain.SIGNED);
    index.load(entries(KeyDomain.SIGNED, 0, 1));
    index.close();
    makeFormatNewer(uri);
    for (Access access : Access.values()) {
      assertThatThrownBy(() -> Indexes.open(uri, access))
          .isInstanceOf(IndexFormatTooNewException.class)
          .hasMessageContaining("newer");
    }
    assertThatThrownBy(() -> Indexes.state(uri)).isInstanceOf(IndexFormatTooNewException.class);
  }

  @Test
  @DisplayName("an unknown option is refused with the nearest name, all problems at once")
  default void unknownOption() {
    String uri = withOptions(fixture().newUri(), "durabilty=sync&no-such-thing-at-all=1");
    assertThatThrownBy(() -> Indexes.create(uri, KeyDomain.SIGNED))
        .isInstanceOfSatisfying(
            IndexConfigException.class, e -> assertThat(e.problems()).hasSize(2))
        .hasMessageContaining("did you mean 'durability'")
        .hasMessageContaining("no-such-thing-at-all");
    assertThatThrownBy(() -> Indexes.state(uri)).isInstanceOf(IndexConfigException.class);
  }

  @Test
  @DisplayName("an option's wrong value is named with what is allowed")
  default void wrongValue() {
    String uri = withOptions(fixture().newUri(), "durability=maybe");
    assertThatThrownBy(() -> Indexes.create(uri, KeyDomain.SIGNED))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining("'maybe' is none of sync, relaxed");
  }

  @Test
  @DisplayName("a password in an address is refused, and not repeated")
  default void secretInAddress() {
    String uri = withOptions(fixture().newUri(), "password=hunter2");
    assertThatThrownBy(() -> Indexes.create(uri, KeyDomain.SIGNED))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageNotContaining("hunter2");
  }

  @Test
  @DisplayName("both durabilities store what they are given")
  default void bothDurabilities() {
    for (String durability : new String[] {"sync", "relaxed"}) {
      String uri = withOptions(fixture().newUri(), "durability=" + durability);
      SecondaryIndex index = fixture().create(uri, KeyDomain.SIGNED);
      index.load(entries(KeyDomain.SIGNED, 0, 1, 2));
      index.update(entries(KeyDomain.SIGNED, 1, 2, 3));
      index.close();
      IndexAssert.assertHolds(fixture().open(uri), 1, 2, 3);
    }
  }

  private static String withOptions(String uri, String options) {
    int question = uri.indexOf('?');
    if (question < 0) {
      return uri + "?" + options;
    }
    // An address may come with a durability of its own; the one under test replaces it.
    StringBuilder kept = new StringBuilder(uri.substring(0, question)).append('?').append(options);
    for (String option : uri.substring(question + 1).split("&", -1)) {
      if (!option.startsWith("durability=")) {
        kept.append('&').append(option);
      }
    }
    return kept.toString();
  }
}
