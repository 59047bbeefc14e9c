import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CsvError, parse } from "csv-parse";

/** A file that can't be read as a whole; the message is one sentence for the person who chose the file. */
export class UnusableFile extends Error {}

/** `open` is called once, when the file's turn has come. */
export type CsvFile = { name: string; open(): Readable };
/** `line` is where the row ends, counted from 1 with the header: a quoted cell may run over several lines. */
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
  "CSV_MAX_RECORD_SIZE",
]);

/** Passes on the chunks of a UTF-8 text; throws UnusableFile at the first byte that isn't. */
async function* utf8Only(file: CsvFile): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let lines = 1;
  let first = true;
  try {
    for await (const chunk of file.open() as AsyncIterable<Buffer>) {
      if (
        first &&
        chunk.length >= 2 &&
        ((chunk[0] === 0xff && chunk[1] === 0xfe) || (chunk[0] === 0xfe && chunk[1] === 0xff))
      ) {
        throw new UnusableFile(`${file.name} is UTF-16 text; save it as "CSV UTF-8".`);
      }
      first = false;
      const text = decoder.decode(chunk, { stream: true });
      for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
      yield text;
    }
    yield decoder.decode();
  } catch (error) {
    if (error instanceof UnusableFile) throw error;
    if (error instanceof TypeError) {
      throw new UnusableFile(
        `${file.name} is not UTF-8 text (near line ${lines}); save it as "CSV UTF-8".`,
      );
    }
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") throw new UnusableFile(`${file.name} does not exist.`);
    if (code === "EACCES" || code === "EPERM")
      throw new UnusableFile(`${file.name} may not be read.`);
    if (code === "EISDIR") throw new UnusableFile(`${file.name} is a folder, not a file.`);
    throw error;
  }
}

function header<C extends string>(file: CsvFile, cells: string[], columns: readonly C[]): number[] {
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
  return columns.map((column) => cells.indexOf(column));
}

/**
 * The rows of a comma-separated file (RFC 4180, UTF-8, header row), one at a time, cut to the given columns. Other
 * columns are passed over. A row with more or fewer cells than the header comes with `cells: null`.
 * Throws UnusableFile when the file is missing, empty, not UTF-8, lacks a column or has a quote that never closes.
 */
export async function* readCsv<C extends string>(
  file: CsvFile,
  columns: readonly C[],
): AsyncGenerator<CsvRow<C>> {
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: 1_000_000,
  });
  // A failure of the source destroys the parser with the same error, which the loop below then throws.
  const feeding = pipeline(utf8Only(file), parser).catch(() => {});
  let places: number[] | null = null;
  let width = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      if (places === null) {
        places = header(
          file,
          record.map((cell) => cell.trim()),
          columns,
        );
        width = record.length;
        continue;
      }
      if (record.length !== width) {
        yield { line: info.lines, cells: null, cellCount: record.length, headerCells: width };
        continue;
      }
      const cells = {} as Record<C, string>;
      for (let i = 0; i < columns.length; i++) cells[columns[i]!] = record[places[i]!]!;
      yield { line: info.lines, cells, cellCount: width, headerCells: width };
    }
  } catch (error) {
    if (error instanceof CsvError && quoteErrors.has(error.code)) {
      throw new UnusableFile(
        `${file.name} has a quotation mark out of place or never closed, at line ${(error as CsvError & { lines: number }).lines}.`,
      );
    }
    throw error;
  } finally {
    parser.destroy();
    await feeding;
  }
  if (places === null) throw new UnusableFile(`${file.name} is empty.`);
}
