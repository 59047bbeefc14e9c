import { SaxesParser, type SaxesTagPlain } from "saxes";
import { unzipped } from "./zip.ts";

/** The message says in one sentence why a workbook cannot be read. */
export class UnreadableWorkbook extends Error {}

/** A row, with the spreadsheet's number for it and its cells as text; numbers have a decimal point. */
export interface WorkbookRow {
  line: number;
  cells: string[];
}

const maxUnpackedBytes = 30 * 1024 * 1024;
const maxColumns = 200;
// After each chunk of a sheet we check whether enough rows were read.
const chunkLength = 1 << 16;

/**
 * Returns the rows of an XLSX workbook's first sheet that have a cell with text, with the stored results of formulas. Reads at
 * most `maxRows` of them and hardly anything after. Throws UnreadableWorkbook for files that are not workbooks and for those
 * that are too large.
 */
export async function workbookRows(bytes: Uint8Array, maxRows: number): Promise<WorkbookRow[]> {
  try {
    const parts = await partsOf(bytes);
    const name = firstSheet(parts);
    const sheet = parts[name];
    if (!sheet) throw new UnreadableWorkbook("This workbook has no sheet.");
    const texts = parts["xl/sharedStrings.xml"];
    return rowsOf(sheet, texts ? sharedTexts(texts) : [], maxRows);
  } catch (error) {
    if (error instanceof UnreadableWorkbook) throw error;
    throw new UnreadableWorkbook("This workbook cannot be read.");
  }
}

async function partsOf(bytes: Uint8Array): Promise<Record<string, Uint8Array>> {
  let unpacked = 0;
  const isWanted = (name: string, size: number) => {
    if (!/^xl\/(workbook|sharedStrings|_rels\/workbook|worksheets\/)[^/]*/.test(name)) return false;
    unpacked += size;
    // Before any of it is unpacked.
    if (unpacked > maxUnpackedBytes) throw new UnreadableWorkbook("This workbook is too large.");
    return true;
  };
  return Object.fromEntries(await unzipped(bytes, isWanted));
}

/** Returns the name of the part that has the first sheet. */
function firstSheet(parts: Record<string, Uint8Array>): string {
  let id: string | undefined;
  read(parts["xl/workbook.xml"], {
    open({ name, attributes }) {
      if (localOf(name) === "sheet") id ??= attributes["r:id"];
    },
  });
  let target = "worksheets/sheet1.xml";
  read(parts["xl/_rels/workbook.xml.rels"], {
    open({ attributes }) {
      if (attributes["Id"] === id && attributes["Target"]) target = attributes["Target"];
    },
  });
  return target.startsWith("/") ? target.slice(1) : `xl/${target}`;
}

function sharedTexts(bytes: Uint8Array): string[] {
  const texts: string[] = [];
  let text = "";
  read(bytes, {
    text: (part, path) => {
      // Skips phonetic guides.
      if (path.at(-1) === "t" && !path.includes("rPh")) text += part;
    },
    close(name) {
      if (name !== "si") return;
      texts.push(text);
      text = "";
    },
  });
  return texts;
}

function rowsOf(sheet: Uint8Array, texts: readonly string[], maxRows: number): WorkbookRow[] {
  const rows: WorkbookRow[] = [];
  let line = 0;
  let cells: string[] = [];
  let cell = { column: 0, type: "n", text: "" };
  read(sheet, {
    isDone: () => rows.length >= maxRows,
    open({ name, attributes }) {
      const local = localOf(name);
      if (local === "row") {
        line = Number(attributes["r"] ?? line + 1);
        cells = [];
      }
      if (local !== "c") return;
      const column = attributes["r"] ? columnOf(attributes["r"]) : cells.length;
      cell = { column, type: attributes["t"] ?? "n", text: "" };
    },
    text: (part, path) => {
      if (["v", "t"].includes(path.at(-1)!) && !path.includes("rPh")) cell.text += part;
    },
    close(name) {
      if (name === "c" && cell.column < maxColumns) {
        while (cells.length < cell.column) cells.push("");
        cells[cell.column] = valueOf(cell, texts);
      }
      if (name === "row" && rows.length < maxRows && cells.some((each) => each.trim() !== ""))
        rows.push({ line, cells });
    },
  });
  return rows;
}

/** A column's index from the letters of a cell's name: A is 0, AB 27. */
function columnOf(cell: string): number {
  const letters = /^[A-Z]{1,3}/.exec(cell)?.[0] ?? "A";
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function valueOf({ type, text }: { type: string; text: string }, texts: readonly string[]): string {
  if (type === "s") return texts[Number(text)] ?? "";
  // Spreadsheets store 9.95 as 9.9499999999999993.
  if (type === "n" && text !== "") return String(Number(Number(text).toPrecision(15)));
  return text;
}

interface Reader {
  /** Whether the rest can be skipped. */
  isDone?: () => boolean;
  open?: (tag: SaxesTagPlain) => void;
  /** `path`: the local names of the enclosing elements. */
  text?: (text: string, path: readonly string[]) => void;
  close?: (name: string) => void;
}

const localOf = (name: string) => name.slice(name.indexOf(":") + 1);

/** Reads XML strictly, without a document type: no entities except XML's own five. */
function read(bytes: Uint8Array | undefined, reader: Reader): void {
  if (!bytes) throw new UnreadableWorkbook("This file is not a workbook.");
  const parser = new SaxesParser();
  const path: string[] = [];
  const fail = (error: Error) => {
    throw error;
  };
  parser.on("error", fail);
  parser.on("doctype", () => fail(new UnreadableWorkbook("This workbook cannot be read.")));
  parser.on("opentag", (tag) => {
    path.push(localOf(tag.name));
    reader.open?.(tag);
  });
  parser.on("text", (text) => reader.text?.(text, path));
  parser.on("closetag", ({ name }) => {
    path.pop();
    reader.close?.(localOf(name));
  });
  const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  for (let at = 0; at < text.length; at += chunkLength) {
    if (reader.isDone?.()) return;
    parser.write(text.slice(at, at + chunkLength));
  }
  parser.close();
}
