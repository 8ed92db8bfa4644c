package org.secindex.bench;

import org.secindex.api.Access;
import org.secindex.api.IndexState;
import org.secindex.api.Indexes;
import org.secindex.api.SecondaryIndex;
import org.secindex.testkit.Catalogue;

/** A store whose indexes have addresses, as users write them. */
interface AddressedTarget extends Target {
  /** The address of an index in this store, with all options. */
  String uri(String index);

  /** The address under which an index is made that is to hold a catalogue. */
  default String uriToCreate(String index, Catalogue catalogue) {
    return uri(index);
  }

  @Override
  default String engine() {
    return Indexes.provider(Targets.scheme(name().backend())).engine();
  }

  @Override
  default SecondaryIndex create(String index, Catalogue catalogue) {
    return Indexes.create(uriToCreate(index, catalogue), catalogue.domain());
  }

  @Override
  default SecondaryIndex open(String index, Access access) {
    return Indexes.open(uri(index), access);
  }

  @Override
  default void drop(String index) {
    if (Indexes.state(uri(index)) != IndexState.ABSENT) {
      Indexes.drop(uri(index));
    }
  }
}
