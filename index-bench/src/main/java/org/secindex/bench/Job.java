package org.secindex.bench;

import java.io.IOException;

/** How a {@link Suite} is done and measured. */
interface Job {
  Measurement run(Trial trial) throws IOException;
}
