import { countryNames } from "@tonneline/contract/countries";
import sharp from "sharp";
import { formatDay, formatInteger } from "../../core/formats.ts";
import { ink } from "../../core/pdf/brand.ts";
import { inner, innerWidth, type Look, page, Sheet } from "../../core/pdf/sheet.ts";
// The project's cover art as on its pages: the same seed, type and country draw the same picture here.
import { coverArt } from "@tonneline/cover-art/coverArt";
import {
  type CertificateContent,
  certificateContent,
  purposeWords,
} from "./certificate.content.ts";
import { retiredSentence } from "./certificateHead.ts";

const bandHeight = 76;
/** The band's vertical position in the cover: the objects on the land are under its middle. */
const bandAt = 0.72;
const qrSize = 84;

/** Draws the project's cover as a JPEG band between the margins: a PNG's alpha channel would need a soft mask in PDF/A. */
async function coverBand({
  projectId,
  projectType,
  countries,
}: CertificateContent): Promise<Buffer> {
  // The certificate stores country names, not codes.
  const country = Object.entries(countryNames).find(([, name]) => name === countries[0])?.[0];
  const svg = coverArt({ seed: String(projectId), type: projectType, country });
  const width = Math.round(innerWidth * 2.5);
  const height = Math.round(bandHeight * 2.5);
  const { data, info } = await sharp(Buffer.from(svg), { density: 144 })
    .resize(width)
    .toBuffer({ resolveWithObject: true });
  const top = Math.round((info.height - height) * bandAt);
  return await sharp(data)
    .extract({ left: 0, top, width, height })
    .flatten({ background: "#FFFFFF" })
    .jpeg({ quality: 84 })
    .toBuffer();
}

function drawHead(sheet: Sheet, content: CertificateContent, band: Buffer): number {
  const top = page.margin;
  let below = top + 38;
  sheet.mark(inner.left, top - 2, 26);
  sheet.tagged("P", () => {
    const issuer = { style: "bold", size: 11 } as const;
    below = Math.max(below, sheet.text(content.issuer, inner.left + 34, top + 6, 220, issuer) + 12);
    const right = { align: "right" } as const;
    const x = inner.left + 200;
    sheet.text("Certificate number", x, top - 4, innerWidth - 200, {
      ...right,
      size: 8,
      color: ink.faint,
    });
    const number = { ...right, style: "mono", size: 12 } as const;
    sheet.text(content.certificateNumber, x, top + 8, innerWidth - 200, number);
  });
  sheet.decoration(() => {
    sheet.pdf.image(band, inner.left, below, { width: innerWidth, height: bandHeight });
  });
  let y = below + bandHeight + 18;
  sheet.tagged("H1", () => {
    const title = { style: "bold", size: 11, color: ink.mint } as const;
    y = sheet.text("Certificate of retirement", inner.left, y, innerWidth, title);
  });
  return y + 6;
}

const bottom = page.height - 44;
/** Up to this many lines of a message leave room for the statement on one page. */
const maxLines = 24;
const lineHeight = 14;

function drawStatement(sheet: Sheet, content: CertificateContent, top: number): number {
  const { quantity, registry, retiredOn } = content;
  const statement = retiredSentence(quantity, registry, retiredOn);
  let y = top;
  sheet.tagged("P", () => {
    const bold = { style: "bold", leading: 1.25 } as const;
    const tonnes = `${formatInteger(quantity)} t CO₂e`;
    y = sheet.text(tonnes, inner.left, y, innerWidth, { ...bold, size: 28 });
    const whom = `retired for ${content.beneficiaryName}`;
    y = sheet.text(whom, inner.left, y + 2, innerWidth, { ...bold, size: 17 });
    y = sheet.text(statement, inner.left, y + 7, innerWidth * 0.82, {
      size: 10.5,
      color: ink.quiet,
    });
  });
  return (content.message ? drawMessage(sheet, content.message, y + 3) : y) + 12;
}

/** Draws a message line by line, continued on as many pages as needed. */
function drawMessage(sheet: Sheet, message: string, top: number): number {
  const look = { size: 10, color: ink.quiet };
  const paragraphs = message.split(/\r?\n/);
  const typed = paragraphs.flatMap((each) => sheet.lines(each, innerWidth, look));
  // Many short lines would fill pages, so their text is reflowed.
  const flows = typed.length > maxLines;
  let rest = flows ? sheet.lines(paragraphs.join(" "), innerWidth, look) : typed;
  let y = top;
  while (rest.length > 0) {
    const fits = Math.max(1, Math.floor((bottom - y) / lineHeight));
    const lines = rest.slice(0, fits);
    rest = rest.slice(fits);
    sheet.tagged("P", () => {
      for (const each of lines) y = sheet.text(each, inner.left, y, innerWidth, look);
    });
    if (rest.length > 0) {
      sheet.pdf.addPage();
      y = page.margin;
    }
  }
  return y;
}

type Fact = [string, string, Look?];

function period({ periodFrom, periodTo }: CertificateContent): Fact[] {
  if (periodFrom && periodTo)
    return [["Period", `${formatDay(periodFrom)} to ${formatDay(periodTo)}`]];
  if (periodFrom) return [["Period", `from ${formatDay(periodFrom)}`]];
  return periodTo ? [["Period", `until ${formatDay(periodTo)}`]] : [];
}

/** Registries that write a range as one number have it entered twice; it is printed once. */
function serials({ blocks }: CertificateContent): Fact[] {
  const mono: Look = { style: "mono" };
  return blocks.flatMap(({ serialNumberFrom: from, serialNumberTo: to }, index): Fact[] => {
    if (blocks.length > 1)
      return [[`Serial block ${index + 1}`, from === to ? from : `${from} – ${to}`, mono]];
    if (from === to) return [["Serial numbers", from, mono]];
    return [
      ["First serial number", from, mono],
      ["Last serial number", to, mono],
    ];
  });
}

function facts(content: CertificateContent): Fact[] {
  const registered = [content.registry, content.externalId].filter(Boolean).join(" ");
  return [
    ["Retired", `${formatInteger(content.quantity)} t CO₂e`, { style: "bold" }],
    ["Project", content.projectName, { style: "bold" }],
    ["Type and place", [content.projectType, ...content.countries].join(", ")],
    ["Registry and project ID", registered],
    ...(content.methodology ? [["Methodology", content.methodology] satisfies Fact] : []),
    ["Vintage", String(content.year)],
    ...serials(content),
    ["Date of retirement", formatDay(content.retiredOn)],
    ["Purpose", purposeWords[content.purpose]],
    ...period(content),
    ["Registry record", content.registryUrl, { color: ink.blue }],
  ];
}

const valueWidth = innerWidth - 130;
const rowGap = 7.5;

/** A long message moves the facts to the next page; a list of many blocks continues on as many pages as needed. */
function drawFacts(sheet: Sheet, content: CertificateContent, top: number): number {
  const rows = facts(content).map((fact) => {
    const [, value, look] = fact;
    return { fact, height: sheet.lines(value, valueWidth, look).length * 13.5 + rowGap };
  });
  const height = rows.reduce((sum, row) => sum + row.height, 10);
  let y = top;
  if (y + height > bottom - qrSize - 20) {
    sheet.pdf.addPage();
    y = page.margin;
  }
  sheet.hairline(y);
  y += 10;
  for (const { fact, height: rowHeight } of rows) {
    const [name, value, look] = fact;
    if (y + rowHeight > bottom) {
      sheet.pdf.addPage();
      y = page.margin;
    }
    sheet.tagged("P", () => {
      sheet.text(name, inner.left, y, 120, { color: ink.faint });
      y = sheet.text(value, inner.left + 130, y, valueWidth, look) + rowGap;
    });
  }
  return y;
}

function drawVerification(sheet: Sheet, content: CertificateContent, top: number): void {
  const height = qrSize + 20;
  sheet.decoration(() => {
    sheet.pdf.roundedRect(inner.left, top, innerWidth, height, 6).fillColor(ink.tint).fill();
    sheet.pdf
      .rect(inner.left, top, qrSize + 20, height)
      .fillColor("#FFFFFF")
      .fill();
  });
  sheet.qr(content.verifyUrl, "Code of the verification page", inner.left + 8, top + 10, qrSize);
  const x = inner.left + qrSize + 34;
  const width = inner.right - x - 14;
  sheet.tagged("P", () => {
    let y = sheet.text("Verify this certificate", x, top + 12, width, { style: "bold" });
    y = sheet.text(content.verifyUrl, x, y, width, { style: "mono", size: 8, color: ink.blue });
    sheet.text(
      // Disclaims what Directive (EU) 2024/825 forbids to suggest.
      "Its page shows the registry record, and whether a copy of this file is unchanged. This certificate states what was retired. It says nothing about the climate impact of a product, a service or a company.",
      x,
      y + 4,
      width,
      { size: 8, color: ink.faint },
    );
  });
}

/** Makes the certificate of a completed retirement: A4, PDF/A-3b, tagged. Throws a ZodError if the content is incomplete. */
export async function makeCertificate(content: CertificateContent): Promise<Buffer> {
  const checked = certificateContent.parse(content);
  const band = await coverBand(checked);
  const sheet = new Sheet({
    title: `Certificate of retirement ${checked.certificateNumber}`,
    author: checked.issuer,
    subject: `${checked.quantity} t CO2e, ${checked.projectName}`,
  });
  const top = drawHead(sheet, checked, band);
  let y = drawFacts(sheet, checked, drawStatement(sheet, checked, top));
  if (y + 6 > bottom - qrSize - 20) {
    sheet.pdf.addPage();
    y = page.margin;
  }
  drawVerification(sheet, checked, Math.max(y + 6, bottom - qrSize - 20));
  return await sheet.finish((number, count) => {
    if (count === 1) return;
    const words = `${checked.certificateNumber} · Page ${number} of ${count}`;
    sheet.decoration(() => {
      sheet.text(words, inner.left, page.height - 28, innerWidth, {
        size: 7.5,
        color: ink.faint,
        align: "right",
      });
    });
  });
}
