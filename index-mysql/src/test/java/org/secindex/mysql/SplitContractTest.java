package org.secindex.mysql;

class SplitContractTest extends MySqlContract {
  @Override
  Layout layout() {
    return Layout.SPLIT;
  }
}
