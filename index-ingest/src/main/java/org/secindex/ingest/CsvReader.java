package org.secindex.ingest;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.secindex.api.EntryBatch;

/**
 * Reads {@link Format#CSV} through FastCSV. Bytes are taken for Latin-1 characters and back, so
 * that none is lost and none is undecodable.
 */
final class CsvReader implements RowReader {
  private final String file;
  private final CsvRowHandler handler = new CsvRowHandler();
  private final CloseableIterator<CsvRowHandler> records;
  private @Nullable RowParser parser;
  private @Nullable RowPlaces places;

  CsvReader(String file, InputStream in) {
    this.file = file;
    records =
        de.siegmar.fastcsv.reader.CsvReader.builder()
            .skipEmptyLines(false)
            .allowUnclosedQuote(false)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .build(handler, new CarriageReturns(file, in), StandardCharsets.ISO_8859_1)
            .iterator();
  }

  @Override
  public List<String> readHeader() throws IOException {
    handler.wantAll();
    if (!nextRecord()) {
      throw new MalformedInputException(file, 1, 0, "there is no header line");
    }
    return handler.allFields();
  }

  @Override
  public void start(RowParser rowParser, RowPlaces rowPlaces) {
    parser = rowParser;
    places = rowPlaces;
    handler.want(rowParser.wanted());
  }

  @Override
  public boolean read(EntryBatch batch) throws IOException {
    if (parser == null || places == null) {
      throw new IllegalStateException("start comes before read");
    }
    batch.clear();
    while (!batch.isFull() && nextRecord()) {
      if (!handler.isBlank()) {
        Row row = handler.row();
        if (handler.beginsWithByteOrderMark()) {
          throw new MalformedInputException(file, row.line, 1, ByteOrderMark.MISPLACED);
        }
        parser.parse(row, batch);
        places.row(row.line);
      }
    }
    return batch.size() > 0;
  }

  private boolean nextRecord() throws IOException {
    try {
      if (!records.hasNext()) {
        return false;
      }
      records.next();
      return true;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (CsvParseException e) {
      // FastCSV wraps what its input throws, and describes quotes that do not match.
      if (e.getCause() instanceof MalformedInputException ours) {
        throw ours;
      }
      throw new MalformedInputException(file, handler.row().line, "not CSV: " + e.getMessage(), e);
    }
  }

  @Override
  public long line() {
    return handler.row().line;
  }

  @Override
  public long blankLines() {
    return handler.blankLines();
  }
}
