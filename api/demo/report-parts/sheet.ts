import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import PDFDocument from "pdfkit";

const require = createRequire(import.meta.url);
const font = (name: string) =>
  readFileSync(require.resolve(`@expo-google-fonts/inter/${name}.ttf`));
const regular = font("400Regular/Inter_400Regular");
const semiBold = font("600SemiBold/Inter_600SemiBold");

export const ink = {
  text: "#0F1E3D",
  soft: "#404F6C",
  faint: "#5A6883",
  line: "#DEE5F0",
  fill: "#F6F9FD",
  blue: "#0C61F7",
  mint: "#05A579",
  cyan: "#039EBB",
};
const left = 56;
const right = 539;
const top = 74;
const bottom = 770;
export const width = right - left;

export type Column = { head: string; width: number; align?: "left" | "right" };
/** Texts above and below the content of every page. */
const reportMarks = {
  subject: "Demonstration document",
  head: "DEMONSTRATION DOCUMENT",
  foot: "Made from public registry data for demonstration. Not an offer, not advice, not a rating.",
};
type Options = { size?: number; color?: string; bold?: boolean; gap?: number };

/** A4 pages with a running header and footer, filled from top to bottom; sizes in points. */
export class Sheet {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #chunks: Buffer[] = [];
  readonly #title: string;
  readonly #marks: typeof reportMarks;
  y = top;

  /** `published` is also the file's creation date, so that the same content gives the same bytes. */
  constructor(title: string, published: string, marks = reportMarks) {
    this.#title = title;
    this.#marks = marks;
    this.#pdf = new PDFDocument({
      size: "A4",
      margin: 0,
      bufferPages: true,
      lang: "en",
      displayTitle: true,
      info: {
        Title: title,
        Subject: marks.subject,
        Producer: "",
        Creator: "",
        CreationDate: new Date(`${published}T09:00:00Z`),
      },
    });
    this.#pdf.registerFont("regular", regular);
    this.#pdf.registerFont("bold", semiBold);
    this.#pdf.on("data", (chunk: Buffer) => this.#chunks.push(chunk));
  }

  page(): void {
    this.#pdf.addPage({ size: "A4", margin: 0 });
    this.y = top;
  }

  /** Starts a new page if less than `height` is left on this one. */
  keep(height: number): void {
    if (this.y + height > bottom) this.page();
  }

  #style({ size = 10, color = ink.text, bold = false }: Options): PDFKit.PDFDocument {
    return this.#pdf
      .font(bold ? "bold" : "regular")
      .fontSize(size)
      .fillColor(color);
  }

  text(text: string, options: Options = {}): void {
    const lineGap = 2.5;
    const height = this.#style(options).heightOfString(text, { width, lineGap });
    this.keep(Math.min(height, 90));
    this.#style(options).text(text, left, this.y, { width, lineGap });
    this.y += height + (options.gap ?? 7);
  }

  /** `follows` is the height that must fit below the heading on the same page. */
  heading(text: string, level: 1 | 2 = 1, follows = 90): void {
    const size = { 1: 19, 2: 13.5 }[level];
    this.keep(size + follows);
    if (this.y > top) this.y += { 1: 18, 2: 14 }[level];
    this.#pdf.outline.addItem(text);
    this.text(text, { size, bold: true, gap: level === 1 ? 10 : 6 });
  }

  rule(): void {
    this.#pdf
      .moveTo(left, this.y)
      .lineTo(right, this.y)
      .lineWidth(0.6)
      .strokeColor(ink.line)
      .stroke();
    this.y += 10;
  }

  /** Rows under a repeated header; cells wrap, and no row is split across pages. Widths are fractions of the total. */
  table(columns: readonly Column[], rows: readonly (readonly string[])[]): void {
    const sum = columns.reduce((total, column) => total + column.width, 0);
    const widths = columns.map((column) => (column.width / sum) * width);
    const pad = 6;
    const draw = (cells: readonly string[], head: boolean) => {
      const style: Options = { size: 8.5, bold: head, color: head ? ink.soft : ink.text };
      const cellHeight = (cell: string, i: number) =>
        this.#style(style).heightOfString(cell, { width: widths[i]! - 2 * pad, lineGap: 1.5 });
      const height = Math.max(...cells.map(cellHeight)) + 9;
      if (!head && this.y + height > bottom) {
        this.page();
        draw(
          columns.map((column) => column.head),
          true,
        );
      }
      if (head) this.#pdf.rect(left, this.y, width, height).fill(ink.fill);
      let x = left;
      cells.forEach((cell, i) => {
        this.#style(style).text(cell, x + pad, this.y + 5, {
          width: widths[i]! - 2 * pad,
          align: columns[i]?.align ?? "left",
          lineGap: 1.5,
        });
        x += widths[i]!;
      });
      this.y += height;
      this.#pdf
        .moveTo(left, this.y)
        .lineTo(right, this.y)
        .lineWidth(0.5)
        .strokeColor(ink.line)
        .stroke();
    };
    this.keep(60);
    draw(
      columns.map((column) => column.head),
      true,
    );
    for (const row of rows) draw(row, false);
    this.y += 12;
  }

  /** Name and value pairs with hairlines between them. */
  facts(pairs: readonly (readonly [string, string])[]): void {
    this.table(
      [
        { head: "Fact", width: 3 },
        { head: "As the registry states it", width: 7 },
      ],
      pairs,
    );
  }

  /** Two bars per year: issued and retired tonnes, under a caption that includes the largest figure. */
  bars(caption: string, years: readonly { year: number; issued: number; retired: number }[]): void {
    const height = 120;
    this.keep(height + 60);
    this.text(caption, { size: 9, color: ink.soft, gap: 8 });
    const most = Math.max(1, ...years.flatMap(({ issued, retired }) => [issued, retired]));
    const base = this.y + height;
    const step = width / Math.max(6, years.length);
    const bar = Math.min(16, step * 0.34);
    for (const part of [0.25, 0.5, 0.75, 1]) {
      const at = base - height * part;
      this.#pdf.moveTo(left, at).lineTo(right, at).lineWidth(0.4).strokeColor(ink.line).stroke();
    }
    years.forEach(({ year, issued, retired }, i) => {
      const x = left + i * step + (step - 2 * bar - 2) / 2;
      const tall = (tonnes: number) => (tonnes === 0 ? 0 : Math.max(0.8, (height * tonnes) / most));
      this.#pdf.rect(x, base - tall(issued), bar, tall(issued)).fill(ink.cyan);
      this.#pdf.rect(x + bar + 2, base - tall(retired), bar, tall(retired)).fill(ink.mint);
      this.#style({ size: 7.5, color: ink.faint }).text(String(year), left + i * step, base + 4, {
        width: step,
        align: "center",
      });
    });
    this.#pdf.moveTo(left, base).lineTo(right, base).lineWidth(0.8).strokeColor(ink.faint).stroke();
    this.y = base + 20;
    this.#pdf.rect(left, this.y + 1, 8, 8).fill(ink.cyan);
    this.#pdf.rect(left + 70, this.y + 1, 8, 8).fill(ink.mint);
    this.#style({ size: 8, color: ink.soft })
      .text("Issued", left + 12, this.y)
      .text("Retired or cancelled", left + 82, this.y);
    this.y += 20;
  }

  /** Draws headers and footers; returns the file's bytes and its number of pages. */
  async finish(): Promise<{ bytes: Buffer; pages: number }> {
    const pages = this.#pdf.bufferedPageRange().count;
    for (let i = 0; i < pages; i++) {
      this.#pdf.switchToPage(i);
      const small: Options = { size: 8, color: ink.faint };
      this.#style({ ...small, bold: true, color: "#8A4A0A" }).text(this.#marks.head, left, 36, {
        width,
        characterSpacing: 0.6,
      });
      this.#style(small).text(this.#title, left, 36, { width, align: "right" });
      this.#pdf.moveTo(left, 54).lineTo(right, 54).lineWidth(0.5).strokeColor(ink.line).stroke();
      this.#style(small).text(this.#marks.foot, left, 798, { width });
      this.#style(small).text(`${i + 1} / ${pages}`, left, 798, { width, align: "right" });
    }
    const ended = new Promise((resolve) => this.#pdf.once("end", resolve));
    this.#pdf.end();
    await ended;
    return { bytes: Buffer.concat(this.#chunks), pages };
  }
}
