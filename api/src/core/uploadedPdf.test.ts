import { expect, test } from "vitest";
import { Refusal } from "./errors.ts";
import { pdfBytesOf, pdfOf } from "./uploadedPdf.ts";

const after = (count: number) => "\n".repeat(count);

function isAccepted(text: string): boolean {
  try {
    return pdfBytesOf(Buffer.from(text)).equals(Buffer.from(text));
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    expect(error).toMatchObject({
      code: "UNSUPPORTED_MEDIA_TYPE",
      message: "This file is not a PDF. Please choose a PDF.",
    });
    return false;
  }
}

test.each([
  ["with its end", "%PDF-1.7\n1 0 obj\n%%EOF\n"],
  ["with its end at the very last", "%PDF-2.0\n%%EOF"],
  ["with up to 2 kB after its end", `%PDF-1.7\n%%EOF${after(2043)}`],
])("A PDF %s is accepted as it is", (_what, text) => {
  expect(isAccepted(text)).toBe(true);
});

test.each([
  ["Nothing", ""],
  ["A web page", "<html></html>"],
  ["A web page that ends as a PDF", "<html></html>%%EOF"],
  ["Half a PDF", "%PDF-1.7\n1 0 obj"],
  ["A PDF with more than 2 kB after its end", `%PDF-1.7\n%%EOF${after(2044)}`],
  ["A PDF that does not begin the file", " %PDF-1.7\n%%EOF"],
])("%s is refused", (_what, text) => {
  expect(isAccepted(text)).toBe(false);
});

test.each([
  ["Prüfbericht (2026)_v1.2 - 4.pdf", "Prüfbericht (2026)_v1.2 - 4.pdf"],
  ["Pru\u0308fbericht.pdf", "Prüfbericht.pdf"],
  ["परियोजना.pdf", "परियोजना.pdf"],
  ['a/b\\c"d\r\n<e>.pdf', "a_b_c_d___e_.pdf"],
  ["", "document.pdf"],
  [`${"x".repeat(200)}.pdf`, `${"x".repeat(116)}.pdf`],
])("A PDF named %j is stored as %j", (name, stored) => {
  const bytes = Buffer.from("%PDF-1.7\n%%EOF");
  expect(pdfOf({ name, bytes })).toEqual({ name: stored, mediaType: "application/pdf", bytes });
  expect(() => pdfOf({ name, bytes: Buffer.from("text") })).toThrow(Refusal);
});
