import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { legalTexts } from "./legal.texts.ts";

const folder = path.resolve(import.meta.dirname, "../../web/public/legal");
const linked = ["privacy-policy.pdf", "terms-of-service.pdf", "sales-terms.pdf"];

/** Text as a PDF writes it: brackets escaped. */
const escaped = (text: string) => `(${text.replaceAll(/[()]/g, "\\$&")})`;

test("each document that the app links to is a PDF and marked as a template", async () => {
  expect(legalTexts.map(({ file }) => file)).toEqual(linked);
  for (const { file, title } of legalTexts) {
    expect(title).toContain("(template)");
    const bytes = await readFile(path.join(folder, file));
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect(bytes.toString("latin1")).toContain(escaped(title));
  }
});
