package org.secindex.bench;

import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.jfree.chart.JFreeChart;
import org.jfree.svg.SVGGraphics2D;

/**
 * What a picture shows, whoever draws it: {@link Plots} for papers, {@link Figure} for the page.
 */
sealed interface Chart permits CurveChart, BarChart {
  /** Of a paper's picture, in pixels. */
  int WIDTH = 860;

  /** Of its files, without ending; unique in a report. */
  String name();

  String title();

  /** What it shows and how to read it. */
  String caption();

  /** The figures that are drawn, the names of the columns first. */
  List<List<String>> table();

  /** For a paper. */
  JFreeChart picture();

  /** Of that picture, in pixels. */
  int height();

  /** Whether there is anything to be seen. */
  boolean isEmpty();

  /** Writes two files for papers, {@code NAME.svg} and {@code NAME.png}. */
  default void write(Path directory) throws IOException {
    JFreeChart picture = picture();
    SVGGraphics2D svg = new SVGGraphics2D(WIDTH, height());
    svg.setDefsKeyPrefix(name());
    picture.draw(svg, new Rectangle2D.Double(0, 0, WIDTH, height()));
    // Its document type is left out, which would name an address.
    Files.writeString(
        directory.resolve(name() + ".svg"),
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + svg.getSVGElement() + "\n");
    // To a file and not a stream, for which ImageIO would keep a temporary file, and a hook to
    // delete
    // it; an interrupted run writes its report when it is too late for hooks.
    Path png = directory.resolve(name() + ".png");
    if (!ImageIO.write(picture.createBufferedImage(WIDTH, height()), "png", png.toFile())) {
      throw new IOException(png + ": this Java writes no PNG");
    }
  }
}
