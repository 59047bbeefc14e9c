import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { legalTexts } from "./legal.texts.ts";
import { Sheet } from "./report-parts/sheet.ts";

/* Builds the templates of the legal documents that the footer links to: node api/demo/build-legal.ts */

const folder = path.resolve(import.meta.dirname, "../../web/public/legal");
const published = "2026-03-01";
const notice =
  "TEMPLATE. This text shows where the document belongs and what it usually covers. It is not legal advice and is not binding. Replace this file with the document of your company before you sell anything.";

const marks = {
  subject: "Template",
  head: "TEMPLATE",
  foot: "A template without legal force. Replace it with the document of your company.",
};

await mkdir(folder, { recursive: true });
for (const { file, title, sections } of legalTexts) {
  const sheet = new Sheet(title, published, marks);
  sheet.heading(title);
  sheet.text(notice, { bold: true, size: 11, gap: 12 });
  sheet.rule();
  for (const [heading, ...paragraphs] of sections) {
    sheet.heading(heading, 2, 50);
    for (const paragraph of paragraphs) sheet.text(paragraph);
  }
  const { bytes } = await sheet.finish();
  await writeFile(path.join(folder, file), bytes);
}
