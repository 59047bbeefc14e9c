import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import { spawnSync } from "node:child_process";
import { inflateSync } from "node:zlib";
import { createCanvas } from "@napi-rs/canvas";
import jsqr from "jsqr";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

type RenderParameters = Parameters<
  Awaited<ReturnType<Awaited<ReturnType<typeof open>>["getPage"]>>["render"]
>[0];
/** The package is CommonJS, but its types describe an ES module. */
const readCode = jsqr as unknown as typeof jsqr.default;

const root = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));

function open(pdf: Buffer) {
  return getDocument({
    data: new Uint8Array(pdf),
    // A damaged file must fail here and not be repaired.
    stopAtErrors: true,
    standardFontDataUrl: join(root, "standard_fonts") + sep,
    cMapUrl: join(root, "cmaps") + sep,
    verbosity: 0,
  }).promise;
}

/** The text of each page as a reader would copy it, in page order. */
export async function pageTexts(pdf: Buffer): Promise<string[]> {
  const document = await open(pdf);
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    texts.push(
      items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join(""),
    );
  }
  return texts;
}

/** A document's title, as viewers display it and in its metadata (XMP). */
export async function titlesIn(pdf: Buffer): Promise<unknown[]> {
  const { info, metadata } = await (await open(pdf)).getMetadata();
  return [(info as { Title?: string }).Title, metadata.get("dc:title")];
}

/** Texts that overlap others, or the edge of their page. */
export async function collisions(pdf: Buffer): Promise<string[]> {
  const document = await open(pdf);
  const found: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const sheet = await document.getPage(number);
    const [, , right = 0, top = 0] = sheet.view;
    const { items } = await sheet.getTextContent();
    const boxes = items.flatMap((item) => {
      if (!("str" in item) || item.str.trim() === "") return [];
      const [x, y] = [Number(item.transform[4]), Number(item.transform[5])];
      // Letters take up two thirds of the line height.
      return [{ text: item.str, x, y, right: x + item.width, top: y + item.height * 0.66 }];
    });
    for (const [at, box] of boxes.entries()) {
      const isOver = boxes
        .slice(0, at)
        .some(
          (other) =>
            Math.min(box.right, other.right) - Math.max(box.x, other.x) > 1 &&
            Math.min(box.top, other.top) - Math.max(box.y, other.y) > 1,
        );
      if (isOver || box.x < 0 || box.y < 12 || box.right > right || box.top > top)
        found.push(`${number}: ${box.text}`);
    }
  }
  return found;
}

/** The content of an embedded file; undefined if there is none with that name. */
export async function attachment(pdf: Buffer, name: string): Promise<Buffer | undefined> {
  const document = await open(pdf);
  const known = await document.getAttachments();
  if (!known?.has(name)) return undefined;
  const content = known.get(name)?.content ?? (await document.getAttachmentContent(name));
  return content ? Buffer.from(content) : undefined;
}

/** The elements of the first page's structure tree in a screen reader's order, such as H1, Table, Figure. */
export async function structure(pdf: Buffer): Promise<string[]> {
  interface Part {
    role?: string;
    children?: Part[];
  }
  const walk = ({ role, children = [] }: Part): string[] => [
    ...(role ? [role] : []),
    ...children.flatMap(walk),
  ];
  const tree = await (await (await open(pdf)).getPage(1)).getStructTree();
  return tree ? walk(tree as Part) : [];
}

/** The text of the QR code on a page rendered at 144 dpi, as a phone would read it; null if it is unreadable. */
export async function readQr(pdf: Buffer, pageNumber = 1): Promise<string | null> {
  const page = await (await open(pdf)).getPage(pageNumber);
  const viewport = page.getViewport({ scale: 2 });
  const [width, height] = [Math.ceil(viewport.width), Math.ceil(viewport.height)];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  await page.render({
    // The types only allow the browser's canvas; this one draws the same.
    ...({ canvas, canvasContext: context } as unknown as Pick<RenderParameters, "canvas">),
    viewport,
  }).promise;
  const { data } = context.getImageData(0, 0, width, height);
  return readCode(new Uint8ClampedArray(data), width, height)?.data ?? null;
}

export const hasQpdf = spawnSync("qpdf", ["--version"]).error === undefined;

/** Errors of `qpdf --check`, empty if there are none; without qpdf, what pdf.js cannot parse strictly. */
export async function structureErrors(pdf: Buffer): Promise<string> {
  if (!hasQpdf) {
    try {
      const document = await open(pdf);
      for (let number = 1; number <= document.numPages; number += 1)
        await (await document.getPage(number)).getOperatorList();
      return "";
    } catch (error) {
      return String(error);
    }
  }
  const folder = mkdtempSync(join(tmpdir(), "pdf-"));
  try {
    const file = join(folder, "checked.pdf");
    writeFileSync(file, pdf);
    const { status, stdout, stderr } = spawnSync("qpdf", ["--check", file]);
    return status === 0 ? "" : `${stdout.toString()}${stderr.toString()}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The replacement texts in a file, for glyphs that do not match its letters one by one. */
export function spelled(pdf: Buffer): string[] {
  const escaped: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };
  const streams = pdf
    .toString("latin1")
    .matchAll(/FlateDecode\s*>>\s*stream\r?\n([^]*?)endstream/g);
  return [...streams].flatMap(([, stream = ""]) => {
    const content = inflateSync(Buffer.from(stream, "latin1")).toString("latin1");
    return [...content.matchAll(/\/ActualText \(([^]*?)\)\s*>> BDC/g)].map(([, written = ""]) => {
      const bytes = written.replaceAll(/\\([^])/g, (_, sign: string) => escaped[sign] ?? sign);
      return Buffer.from(bytes.slice(2), "latin1").swap16().toString("utf16le");
    });
  });
}
