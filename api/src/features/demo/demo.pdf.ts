import { coverArt } from "@tonneline/cover-art/coverArt";
import type { Evidence } from "@tonneline/contract/evidence";
import sharp from "sharp";
import { ink } from "../../core/pdf/brand.ts";
import { inner, innerWidth, page, Sheet } from "../../core/pdf/sheet.ts";
import { formatDay, formatInteger } from "../../core/formats.ts";

interface Sold {
  name: string;
  description: string;
  evidence: Evidence;
}

const bottom = page.height - 70;
const nameWidth = 140;
const quiet = { size: 8.5, color: ink.quiet } as const;

const fieldNames: Record<string, string> = {
  registryId: "Registry and ID",
  registryStatus: "Registry status",
  registeredOn: "Registered on",
  projectType: "Project type",
  country: "Country",
  siteLocation: "Site location",
  methodology: "Methodology",
  methodologyVersion: "Methodology version",
  verifier: "Auditor",
  firstVintage: "First vintage",
  issuedAndRetired: "Issued and retired",
  impactType: "Removal or reduction",
  reversalCover: "Reversal cover",
  article6: "Article 6 state",
};
const states = { UNKNOWN: "Not known", NOT_APPLICABLE: "Does not apply", KNOWN: "" };

/**
 * Renders a project's fact sheet: its description, its record including unknown facts, and the registry's figures by vintage.
 */
export function factSheetPdf({ name, description, evidence }: Sold): Promise<Buffer> {
  const sheet = new Sheet({
    title: `Fact sheet: ${name}`,
    author: "Demonstration",
    subject: "Facts of a carbon project from public registry data",
  });
  sheet.mark(inner.left, 48, 22);
  let y = 48;
  sheet.tagged("H1", () => {
    y = sheet.text(name, inner.left + 32, y, innerWidth - 32, { style: "bold", size: 16 });
  });
  sheet.tagged("P", () => {
    y = sheet.text(description, inner.left, y + 10, innerWidth, { size: 9.5, leading: 1.5 });
  });
  y = heading(sheet, "Claim-ready record", y + 16);
  const facts = evidence.completeness.fields.map(({ field, state, value, source, asOf }) => [
    fieldNames[field] ?? field,
    value ?? states[state],
    [source, asOf && formatDay(asOf)].filter(Boolean).join(", ") || "–",
  ]);
  y = table(sheet, ["Fact", "What is known", "Source"], facts, [nameWidth, 220], y);
  y = heading(sheet, "At the registry, by vintage", y + 18);
  const vintages = evidence.issuance.map(({ vintageYear, ...figures }) => [
    String(vintageYear),
    `${formatInteger(figures.issued)} t issued`,
    `${formatInteger(figures.retired)} t retired or cancelled`,
  ]);
  table(sheet, ["Vintage", "Issued", "Retired or cancelled"], vintages, [nameWidth, 220], y);
  const source = evidence.source
    ? `${evidence.source}, as of ${evidence.asOf}`
    : "public registry data";
  return sheet.finish((number, count) => {
    sheet.decoration(() => {
      const foot = `Made from ${source} for demonstration. Not an offer, not advice. Page ${number} of ${count}`;
      sheet.text(foot, inner.left, page.height - 46, innerWidth, { size: 7.5, color: ink.faint });
    });
  });
}

interface Drawn {
  projectId: number;
  type: string;
  countries: readonly string[];
}

/** Draws a landscape for the project's type and country as a PNG, different from its cover. */
export function drawnPicture({ projectId, type, countries }: Drawn): Promise<Buffer> {
  const svg = coverArt({ seed: `${projectId} drawn`, type, country: countries[0] });
  return sharp(Buffer.from(svg), { density: 144 }).resize(1600, 1000).png().toBuffer();
}

function heading(sheet: Sheet, text: string, y: number): number {
  if (y + 60 > bottom) {
    sheet.pdf.addPage();
    y = 48;
  }
  sheet.tagged("H2", () => {
    y = sheet.text(text, inner.left, y, innerWidth, { style: "bold", size: 11.5 });
  });
  return y + 6;
}

/** Draws a table of three columns, the first two with the given widths; returns the y coordinate below it. */
function table(
  sheet: Sheet,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  [first, second]: readonly [number, number],
  from: number,
): number {
  const columns = [inner.left, inner.left + first, inner.left + first + second];
  const widths = [first - 10, second - 10, innerWidth - first - second];
  const element = sheet.group("Table");
  let y = from;
  for (const [nth, cells] of [heads, ...rows].entries()) {
    const height =
      7 + Math.max(...cells.map((text, at) => sheet.lines(text, widths[at]!, quiet).length)) * 12;
    if (y + height > bottom) {
      sheet.pdf.addPage();
      y = 48;
    }
    const row = sheet.group("TR", element);
    for (const [at, text] of cells.entries()) {
      const isHead = nth === 0 || at === 0;
      const look = { ...quiet, color: isHead ? ink.quiet : ink.text };
      sheet.tagged(
        isHead ? "TH" : "TD",
        () => void sheet.text(text, columns[at]!, y + 4, widths[at]!, look),
        row,
      );
    }
    row.end();
    sheet.hairline(y + height);
    y += height;
  }
  element.end();
  return y;
}
