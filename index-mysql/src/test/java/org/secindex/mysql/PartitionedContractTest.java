package org.secindex.mysql;

class PartitionedContractTest extends MySqlContract {
  @Override
  Layout layout() {
    return Layout.PARTITIONED;
  }
}
