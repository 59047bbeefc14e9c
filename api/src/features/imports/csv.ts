import { formatInteger } from "../../core/formats.ts";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as turn } from "node:timers/promises";
import { CsvError, parse } from "csv-parse";

/** A file that cannot be read at all; the message is a single sentence for the person who chose the file. */
export class UnusableFile extends Error {}

/** The delimiter between cells. */
export type Separator = (typeof separators)[number];
const separators = [",", ";", "\t", "|"] as const;
/** The source of a field's values: a column of the file, or a constant text for all rows. */
export type CellSource = { column: string } | { value: string };
export type CsvFile = {
  name: string;
  /** Called once, when the file is to be read. */
  open(): Readable;
  /** Defaults to a comma. */
  separator?: Separator;
  /** The source of each field; fields that are not listed are blank. Without it, the file must have our column names. */
  sources?: Readonly<Record<string, CellSource>>;
};
/** `line` is the line where the row ends, counted from 1 including the header: a quoted cell may span several lines. */
export type CsvRow<C extends string> = {
  line: number;
  cells: Readonly<Record<C, string>> | null;
  cellCount: number;
  headerCells: number;
};

const quoteErrors = new Set([
  "CSV_QUOTE_NOT_CLOSED",
  "CSV_INVALID_CLOSING_QUOTE",
  "INVALID_OPENING_QUOTE",
]);
const maxRowLength = 1_000_000;
const pieceBytes = 64 * 1024;
// More than any registry has, and as many as a page can offer for each field.
const maxColumns = 300;
const maxHeadLength = 500;

// Magic bytes, read as Latin-1, of files that are often chosen by mistake.
const otherKinds: [start: string, kind: string][] = [
  ["\xff\xfe", "UTF-16 text"],
  ["\xfe\xff", "UTF-16 text"],
  ["PK\x03\x04", "a workbook or an archive"],
  ["\xd0\xcf\x11\xe0", "a workbook of an old Excel"],
  ["\x89PNG", "a picture"],
  ["\xff\xd8\xff", "a picture"],
  ["GIF8", "a picture"],
  ["%PDF", "a PDF"],
  ["\x1f\x8b", "a compressed file"],
];
// UTF-16 without a byte order mark: every other byte is zero as long as the letters are Latin.
const unmarkedUtf16 = /^([^\0]\0){4}|^(\0[^\0]){4}/;
const saveAsText = 'save it as "CSV UTF-8"';

function requireText(file: CsvFile, start: Buffer): void {
  const head = start.toString("latin1", 0, 16);
  const [, kind = unmarkedUtf16.test(head) ? "UTF-16 text" : undefined] =
    otherKinds.find(([mark]) => head.startsWith(mark)) ?? [];
  if (kind) throw new UnusableFile(`${file.name} is ${kind}; ${saveAsText}.`);
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

/**
 * Yields a file's bytes in pieces and lets other requests run in between: a file in memory would
 * otherwise be read without a break.
 */
async function* piecesOf(file: CsvFile): AsyncGenerator<Buffer> {
  for await (const chunk of file.open() as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      yield chunk.subarray(at, at + pieceBytes);
      await turn();
    }
  }
}

/** Yields a UTF-8 text in chunks; throws UnusableFile at the first invalid byte. */
async function* utf8Only(file: CsvFile): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let lines = 1;
  let last: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of piecesOf(file)) {
      if (last.length === 0) requireText(file, chunk);
      last = chunk;
      const text = decoder.decode(chunk, { stream: true });
      const zero = text.indexOf("\0");
      if (zero >= 0) {
        const line = lines + countLines(text.slice(0, zero));
        throw new UnusableFile(`${file.name} is not text: line ${line} contains a zero byte.`);
      }
      lines += countLines(text);
      yield text;
    }
    yield decoder.decode();
  } catch (error) {
    if (error instanceof UnusableFile) throw error;
    if (error instanceof TypeError) {
      const [before = ""] = new TextDecoder().decode(last).split("\ufffd", 1);
      const line = lines + countLines(before);
      throw new UnusableFile(`${file.name} is not UTF-8 text (near line ${line}); ${saveAsText}.`);
    }
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new UnusableFile(`${file.name} does not exist.`);
    if (code === "EACCES" || code === "EPERM")
      throw new UnusableFile(`${file.name} may not be read.`);
    if (code === "EISDIR") throw new UnusableFile(`${file.name} is a folder, not a file.`);
    throw error;
  }
}

type ColumnSource = number | string;

/** For each column its index in the file's rows, or the constant text used instead. */
function columnSources<C extends string>(
  file: CsvFile,
  cells: string[],
  columns: readonly C[],
  further: readonly C[],
): ColumnSource[] {
  const sources = [...columns, ...further].map((column): CellSource => {
    if (file.sources) return file.sources[column] ?? { value: "" };
    const isPresent = cells.includes(column) || !further.includes(column);
    return isPresent ? { column } : { value: "" };
  });
  const named = sources.flatMap((source) => ("column" in source ? [source.column] : []));
  requireColumns(file, cells, [...new Set(named)]);
  return sources.map((source) =>
    "column" in source ? cells.indexOf(source.column) : source.value,
  );
}

function requireColumns(file: CsvFile, cells: string[], columns: readonly string[]): void {
  const missing = columns.filter((column) => !cells.includes(column));
  if (missing.length > 0) {
    const hint =
      cells.length === 1 && /[;\t]/.test(cells[0] ?? "")
        ? " Its cells must be separated by commas."
        : "";
    throw new UnusableFile(
      `${file.name} lacks the column${missing.length > 1 ? "s" : ""} ${missing.join(", ")}.${hint}`,
    );
  }
  const doubled = columns.filter((column) => cells.indexOf(column) !== cells.lastIndexOf(column));
  if (doubled.length > 0)
    throw new UnusableFile(`${file.name} has the column ${doubled[0]} twice.`);
}

type RawRow = { line: number; cells: string[] };

/** Yields a file's raw rows, the header first; blank rows are skipped. */
async function* rawRows(file: CsvFile): AsyncGenerator<RawRow> {
  const parser = parse({
    delimiter: file.separator ?? ",",
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    // Rows below the table in a spreadsheet's export that consist of separators only.
    skip_records_with_empty_values: true,
    max_record_size: maxRowLength,
  });
  // An error of the source destroys the parser with the same error, which the loop below then throws.
  const feeding = pipeline(utf8Only(file), parser).catch(() => {});
  let empty = true;
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      // Excel's "sep=" line, which declares the delimiter.
      if (empty && /^\s*sep=.?$/i.test(record.join(""))) continue;
      empty = false;
      yield { line: info.lines, cells: record };
    }
  } catch (error) {
    if (error instanceof CsvError && quoteErrors.has(error.code)) {
      throw new UnusableFile(
        `${file.name} has a quotation mark out of place or never closed, at line ${(error as CsvError & { lines: number }).lines}.`,
      );
    }
    if (error instanceof CsvError && error.code === "CSV_MAX_RECORD_SIZE") {
      throw new UnusableFile(
        `${file.name} has a row of more than ${formatInteger(maxRowLength)} characters, or a quotation mark that never closes, near line ${(error as CsvError & { lines: number }).lines}.`,
      );
    }
    throw error;
  } finally {
    parser.destroy();
    await feeding;
  }
  if (empty) throw new UnusableFile(`${file.name} is empty.`);
}

const trimmed = (cells: string[]) => cells.map((cell) => cell.trim());

/**
 * Yields the rows of a file (RFC 4180, UTF-8, header row), reduced to the given columns; `further` columns
 * are blank if the file lacks them. `cells` is null if a row is longer or shorter than the header. Throws
 * UnusableFile for a file that is missing, empty or not UTF-8, lacks a column or never closes a quote.
 */
export async function* readCsv<C extends string>(
  file: CsvFile,
  columns: readonly C[],
  further: readonly C[] = [],
): AsyncGenerator<CsvRow<C>> {
  const wanted = [...columns, ...further];
  let from: ColumnSource[] | undefined;
  let width = 0;
  for await (const { line, cells: given } of rawRows(file)) {
    if (!from) {
      from = columnSources(file, trimmed(given), columns, further);
      width = given.length;
      continue;
    }
    if (given.length !== width) {
      yield { line, cells: null, cellCount: given.length, headerCells: width };
      continue;
    }
    const cells = {} as Record<C, string>;
    for (let i = 0; i < wanted.length; i++) {
      const source = from[i]!;
      cells[wanted[i]!] = typeof source === "number" ? given[source]! : source;
    }
    yield { line, cells, cellCount: width, headerCells: width };
  }
}

const sampleRows = 5;
const sampleLength = 80;

/** What is known about a file when its columns are assigned. `rows` excludes the header. */
export type CsvFacts = {
  separator: Separator;
  columns: string[];
  rows: number;
  /** The first rows, with each cell truncated. */
  sample: string[][];
};

/**
 * Reads the whole file. Throws UnusableFile if that fails, if the header does not name the columns
 * uniquely, or if there are no rows.
 */
export async function inspectCsv(file: CsvFile): Promise<CsvFacts> {
  const separator = separatorOf(await headOf(file));
  let columns: string[] | undefined;
  let rows = 0;
  const sample: string[][] = [];
  for await (const { cells } of rawRows({ ...file, separator })) {
    if (!columns) {
      columns = trimmed(cells);
      requireHead(file, columns);
      continue;
    }
    rows++;
    if (sample.length < sampleRows)
      sample.push(trimmed(cells).map((cell) => cell.slice(0, sampleLength)));
  }
  if (rows === 0) throw new UnusableFile(`${file.name} has a line of column names, but no rows.`);
  const named = (columns ?? []).filter((column) => column !== "");
  return {
    separator,
    columns: named,
    rows,
    sample: sample.map((cells) => inOrder(columns!, cells)),
  };
}

function requireHead(file: CsvFile, columns: readonly string[]): void {
  const unusable = (why: string) =>
    new UnusableFile(`${file.name} ${why} Its first line must name the columns.`);
  const named = columns.filter((column) => column !== "");
  if (columns.length === 1)
    throw unusable("has one column only: commas, semicolons, tabs or | must separate the cells.");
  if (columns.length > maxColumns)
    throw unusable(`has ${columns.length} columns, and at most ${maxColumns} can be read.`);
  const doubled = named.find((column, index) => named.indexOf(column) !== index);
  if (doubled !== undefined) throw unusable(`has the column ${cut(doubled)} twice.`);
  const long = named.find((column) => column.length > maxHeadLength);
  if (long !== undefined) throw unusable(`has a column with a name too long: ${cut(long)}.`);
}

const cut = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** Returns the cells of the named columns. */
function inOrder(columns: string[], cells: string[]): string[] {
  return columns.flatMap((column, index) => (column === "" ? [] : [cells[index] ?? ""]));
}

/** Returns the first line that is not blank, except Excel's "sep=" line. */
async function headOf(file: CsvFile): Promise<string> {
  let text = "";
  const found = (whole: boolean) =>
    (whole ? text : text.slice(0, Math.max(0, text.lastIndexOf("\n"))))
      .split(/\r?\n/)
      .find((line) => line.trim() !== "" && !/^\ufeff?sep=.?$/i.test(line.trim()));
  for await (const part of utf8Only(file)) {
    text += part;
    const line = found(false);
    if (line !== undefined) return line;
  }
  return found(true) ?? "";
}

/** Returns the most frequent separator in the header, whose names hardly ever contain one. */
function separatorOf(head: string): Separator {
  const count = (separator: Separator) => head.split(separator).length;
  return separators.reduce<Separator>(
    (best, each) => (count(each) > count(best) ? each : best),
    ",",
  );
}
