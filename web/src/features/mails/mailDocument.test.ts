import { expect, test } from "vitest";
import { mailDocument } from "./mailDocument.ts";

test("a mail's security policy precedes anything in the mail", () => {
  const shown = mailDocument('<!doctype html><html><head><base href="https://evil.example">');
  const parsed = new DOMParser().parseFromString(shown, "text/html");
  const [first, second] = parsed.head.children;
  expect(first!.getAttribute("content")).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
  );
  expect(second!.getAttribute("target")).toBe("_blank");
});
