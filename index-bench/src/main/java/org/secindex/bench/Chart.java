package org.secindex.bench;

import java.awt.geom.Rectangle2D;
import org.jfree.chart.JFreeChart;
import org.jfree.svg.SVGGraphics2D;

/**
 * A picture.
 *
 * @param name of its file, without ending
 * @param caption what it shows and how to read it
 * @param picture the picture
 * @param height in pixels
 */
record Chart(String name, String caption, JFreeChart picture, int height) {
  static final int WIDTH = 860;

  private SVGGraphics2D draw() {
    SVGGraphics2D svg = new SVGGraphics2D(WIDTH, height);
    svg.setDefsKeyPrefix(name);
    picture.draw(svg, new Rectangle2D.Double(0, 0, WIDTH, height));
    return svg;
  }

  /** A file of its own. Its document type is left out, which would name an address. */
  String svgFile() {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + draw().getSVGElement() + "\n";
  }

  /** To stand in a page of HTML 5, which needs no names of XML, and scales it. */
  String svgElement() {
    String tag =
        "<svg viewBox='0 0 %d %d' role='img' aria-label='%s'>"
            .formatted(WIDTH, height, Page.escape(picture.getTitle().getText()));
    String svg = draw().getSVGElement();
    return tag + svg.substring(svg.indexOf('>') + 1).replaceAll(" jfreesvg:\\w+='[^']*'", "");
  }
}
