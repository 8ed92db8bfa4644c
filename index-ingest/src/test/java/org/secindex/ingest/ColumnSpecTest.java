package org.secindex.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.secindex.api.IndexConfigException;
import org.secindex.ingest.Placement.NumberSource;

class ColumnSpecTest {
  private static ColumnSpec parse(String text) {
    return ColumnSpec.parse(text, Optional.empty(), Optional.empty(), Optional.empty());
  }

  @Test
  void readsNumbersAndNames() {
    assertThat(parse("id=1,chunk=2,sub=3")).isEqualTo(ColumnSpec.DEFAULT);
    ColumnSpec named = parse("sub=subChunkId,id=objectId,chunk=7");
    assertThat(named.key()).isEqualTo(Column.named("objectId"));
    assertThat(named.placement())
        .isEqualTo(
            new Placement.Numbers(
                new NumberSource.InColumn(Column.numbered(7)),
                new NumberSource.InColumn(Column.named("subChunkId"))));
  }

  @Test
  void takesWhatIsNoColumnFromElsewhere() {
    ColumnSpec spec =
        ColumnSpec.parse(
            "id=1,sub=2",
            Optional.empty(),
            Optional.of(new NumberSource.InFileName()),
            Optional.empty());
    assertThat(spec.placement())
        .isEqualTo(
            new Placement.Numbers(
                new NumberSource.InFileName(), new NumberSource.InColumn(Column.numbered(2))));
  }

  @Test
  void readsPositions() {
    SkyPartition sky = new SkyPartition(85, 12);
    ColumnSpec spec =
        ColumnSpec.parse("id=1,ra=3,dec=5", Optional.of(sky), Optional.empty(), Optional.empty());
    assertThat(spec.placement())
        .isEqualTo(new Placement.Sky(Column.numbered(3), Column.numbered(5), sky));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "chunk=2,sub=3 | no column for the id",
        "id=1,sub=3 | no column for the chunk",
        "id=1,chunk=2 | no column for the sub",
        "id=1,id=2,chunk=2,sub=3 | 'id' is given twice",
        "id=0,chunk=2,sub=3 | numbered 1",
        "id=100000,chunk=2,sub=3 | numbered 1",
        "id=,chunk=2,sub=3 | needs a number",
        "id=1,chunk=2,sub=3,x=4 | 'x=4' is none of",
        "id=1,ra=2,dec=3 | need the partition",
        "id | 'id' is none of",
      })
  void saysWhatIsWrong(String text, String because) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(IndexConfigException.class)
        .hasMessageContaining(because);
  }

  @Test
  void reportsAllProblemsAtOnce() {
    assertThatThrownBy(() -> parse("x=1,chunk=0"))
        .isInstanceOfSatisfying(
            IndexConfigException.class, e -> assertThat(e.problems()).hasSize(5));
  }

  @Test
  void refusesALocationGivenTwice() {
    Optional<NumberSource> seven = Optional.of(new NumberSource.Constant(7));
    assertThatThrownBy(
            () -> ColumnSpec.parse("id=1,chunk=2,sub=3", Optional.empty(), seven, Optional.empty()))
        .hasMessageContaining("given twice");
    Optional<SkyPartition> sky = Optional.of(new SkyPartition(85, 12));
    assertThatThrownBy(() -> ColumnSpec.parse("id=1,ra=2,dec=3", sky, seven, Optional.empty()))
        .hasMessageContaining("given twice");
    assertThatThrownBy(
            () ->
                ColumnSpec.parse(
                    "id=1,ra=2,dec=3,chunk=4", sky, Optional.empty(), Optional.empty()))
        .hasMessageContaining("given twice");
    assertThatThrownBy(() -> ColumnSpec.parse("id=1,ra=2", sky, Optional.empty(), Optional.empty()))
        .hasMessageContaining("both ra");
  }
}
