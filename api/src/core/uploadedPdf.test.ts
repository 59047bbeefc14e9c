import { expect, test } from "vitest";
import { Refusal } from "./errors.ts";
import { pdfBytesOf } from "./uploadedPdf.ts";

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
