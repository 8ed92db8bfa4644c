package org.secindex.mysql;

class SingleContractTest extends MySqlContract {
  @Override
  Layout layout() {
    return Layout.SINGLE;
  }
}
