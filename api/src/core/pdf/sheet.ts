import PDFDocument from "pdfkit";
import QRCode from "qrcode";
import { ink, markStrokes } from "./brand.ts";
import { directionOf } from "./direction.ts";
import { type Face, faces, clearGlyphs, openFace, type Style } from "./faces.ts";
import { isReadAsDrawn, runs, wrap } from "./typesetting.ts";

/** A4 in points. */
export const page = { width: 595.28, height: 841.89, margin: 50 };
export const inner = { left: page.margin, right: page.width - page.margin };
export const innerWidth = inner.right - inner.left;

export interface Look {
  style?: Style;
  /** In points; 9 by default. */
  size?: number;
  color?: string;
  align?: "left" | "right";
  /** Line height as a multiple of the size; 1.4 by default. */
  leading?: number;
}

/** pdfkit accepts an opened font, although its types only allow files and buffers. */
function source(face: Face): PDFKit.Mixins.PDFFontSource {
  return openFace(face) as unknown as Buffer;
}

/** Amounts are right-aligned, with tabular figures so that the decimal points line up. */
function figures(align: Look["align"]): PDFKit.Mixins.TextOptions {
  return align === "right" ? { features: ["tnum"] } : {};
}

/**
 * The pages of a document: A4, PDF/A-3b, fonts embedded, all content `tagged` or marked as `decoration`; in points from the top
 * left corner. Draw each document without awaiting anything: documents share their fonts.
 */
export class Sheet {
  readonly pdf: PDFKit.PDFDocument;
  /** The single root of the structure tree that tagged PDF requires. */
  private readonly whole: PDFKit.PDFStructureElement;
  private readonly chunks: Buffer[] = [];
  private readonly finished: Promise<Buffer>;

  constructor(
    info: { title: string; author: string; subject: string },
    { landscape = false }: { landscape?: boolean } = {},
  ) {
    clearGlyphs();
    this.pdf = new PDFDocument({
      size: landscape ? [page.height, page.width] : [page.width, page.height],
      margin: 0,
      subset: "PDF/A-3b",
      pdfVersion: "1.7",
      tagged: true,
      lang: "en",
      displayTitle: true,
      bufferPages: true,
      // None: the default, Helvetica, would not be embedded.
      font: "",
      info: { Title: info.title, Author: info.author, Subject: info.subject },
    });
    this.whole = this.pdf.struct("Document");
    this.pdf.addStructure(this.whole);
    this.finished = new Promise((resolve, reject) => {
      this.pdf.on("data", (chunk: Buffer) => this.chunks.push(chunk));
      this.pdf.on("end", () => resolve(Buffer.concat(this.chunks)));
      this.pdf.on("error", reject);
    });
  }

  private use(face: Face, size: number) {
    return this.pdf.font(source(face), face).fontSize(size);
  }

  width(text: string, { style = "regular", size = 9, align }: Look = {}): number {
    return runs(text, style).reduce(
      (sum, run) => sum + this.use(run.face, size).widthOfString(run.text, figures(align)),
      0,
    );
  }

  lines(text: string, width: number, look: Look = {}): string[] {
    return wrap(text, width, (piece) => this.width(piece, look));
  }

  /** Draws text into a column whose top is at `y`, wrapped, and returns the y under it. */
  text(text: string, x: number, y: number, width: number, look: Look = {}): number {
    const { style = "regular", size = 9, color = ink.text, align = "left", leading = 1.4 } = look;
    const direction = directionOf(text);
    const words = text.trim().replaceAll(/\s+/g, " ");
    let read = 0;
    let baseline = y + size;
    for (const line of this.lines(text, width, look)) {
      let at = align === "right" ? x + width - this.width(line, look) : x;
      const pieces = runs(line, style, direction);
      const isSpelled = !isReadAsDrawn(line, pieces);
      if (isSpelled) this.pdf.markContent("Span", { actual: line });
      for (const run of pieces) {
        this.use(run.face, size).fillColor(color);
        const options = figures(align);
        this.draw(run.text, at, baseline, options);
        at += this.pdf.widthOfString(run.text, options);
      }
      if (isSpelled) this.pdf.endMarkedContent();
      read += line.length;
      // Readers that use the structure concatenate texts: a space ends each line that does not break within a word.
      if (read === words.length || words[read] === " ") {
        this.use(faces[style][0]!, size);
        this.draw(" ", at, baseline);
        read += 1;
      }
      baseline += size * leading;
    }
    return baseline - size;
  }

  /** Aligns all faces on one baseline: their heights differ, so their tops would too. */
  private draw(text: string, x: number, baseline: number, options: PDFKit.Mixins.TextOptions = {}) {
    this.pdf.text(text, x, baseline, { ...options, lineBreak: false, baseline: "alphabetic" });
  }

  /** Draws a number on one line, smaller if its column is too narrow: wrapped it would look like two numbers. */
  oneLine(text: string, x: number, y: number, width: number, look: Look = {}): void {
    const { size = 9 } = look;
    const fitting = Math.floor((10 * size * width) / this.width(text, look)) / 10;
    const smaller = Math.min(size, fitting);
    // On the baseline of the adjacent cells.
    this.text(text, x, y + size - smaller, width, { ...look, size: smaller });
  }

  /** Adds an element to the structure tree, under `parent` or at the top. */
  tagged(type: string, draw: () => void, parent?: PDFKit.PDFStructureElement): void {
    const element = this.pdf.struct(type, {}, [draw]);
    (parent ?? this.whole).add(element);
    element.end();
  }

  /** Adds an element with children, such as a table; `end()` it once they are drawn. */
  group(type: string, parent?: PDFKit.PDFStructureElement): PDFKit.PDFStructureElement {
    const element = this.pdf.struct(type);
    (parent ?? this.whole).add(element);
    return element;
  }

  /** Draws a picture with an alternative text. */
  figure(alt: string, draw: () => void): void {
    const element = this.pdf.struct("Figure", { alt }, [draw]);
    this.whole.add(element);
    element.end();
  }

  /** Draws lines, tints and repeated page content, which screen readers should skip. */
  decoration(draw: () => void): void {
    this.pdf.markContent("Artifact", { type: "Layout" });
    draw();
    this.pdf.endMarkedContent();
  }

  hairline(y: number, from = inner.left, to = inner.right, color: string = ink.hairline): void {
    this.decoration(() =>
      this.pdf.moveTo(from, y).lineTo(to, y).lineWidth(0.6).strokeColor(color).stroke(),
    );
  }

  /** Draws the brand's logo, `size` points wide. */
  mark(x: number, y: number, size: number): void {
    this.decoration(() => {
      this.pdf
        .save()
        .translate(x, y)
        .scale(size / 28)
        .lineCap("round");
      for (const { path, color, width } of markStrokes)
        this.pdf.path(path).lineWidth(width).strokeColor(color).stroke();
      this.pdf.restore();
    });
  }

  /** Draws a QR code of a text in a square, error correction M. The caller must leave the quiet zone of 4 modules white. */
  qr(text: string, alt: string, x: number, y: number, size: number): void {
    const { modules } = QRCode.create(text, { errorCorrectionLevel: "M" });
    const step = size / modules.size;
    this.figure(alt, () => {
      for (let row = 0; row < modules.size; row += 1) {
        for (let column = 0; column < modules.size; column += 1) {
          if (!modules.get(row, column)) continue;
          let to = column + 1;
          while (to < modules.size && modules.get(row, to)) to += 1;
          // One bar for adjacent squares: viewers show the seams between single ones as hairlines.
          this.pdf.rect(x + column * step, y + row * step, (to - column) * step, step);
          column = to;
        }
      }
      this.pdf.fillColor("#000000").fill();
    });
  }

  /** Calls `onEachPage` for each page once their number is known, then closes the file. */
  finish(onEachPage: (number: number, count: number) => void): Promise<Buffer> {
    const { start, count } = this.pdf.bufferedPageRange();
    for (let index = 0; index < count; index += 1) {
      this.pdf.switchToPage(start + index);
      onEachPage(index + 1, count);
    }
    this.whole.end();
    this.pdf.end();
    return this.finished;
  }
}
