package org.secindex.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class IndexesTest {
  @Test
  void anUnknownSchemeNamesTheOnesFoundAndTheDependencyThatIsMissing() {
    assertThat(Indexes.providers()).isEmpty();
    assertThatThrownBy(() -> Indexes.open("root://h//idx"))
        .isInstanceOf(IndexConfigException.class)
        .hasMessage(
            "no backend for scheme 'root'; found: none; add org.secindex:index-xrootd to the class path");
    assertThatThrownBy(() -> Indexes.state("lmdb:/x"))
        .isInstanceOf(IndexConfigException.class)
        .hasMessage("no backend for scheme 'lmdb'; found: none");
  }
}
