import { expect, test } from "vitest";
import { mailText, withoutAddresses } from "./mailText.ts";

// Mail programs make links of text like this, which has no break. No domain ends in a single letter.
const linkable =
  /[\p{L}\p{N}](?:[\u3002\uFF0E\uFF61@\uFF20:]|:?\/\/|\.(?=\p{N}|\p{L}{2}))[\p{L}\p{N}/]/u;

test.each([
  "visit evil.example",
  "https://evil.example/pay?now",
  "write to a@evil.example",
  "evil。example",
  "evil．example",
  "192.0.2.7/login",
  "B.V.evil.example",
  "a/evil.co/pay",
])("a name such as %s does not become a link in a mail", (typed) => {
  const shown = withoutAddresses(typed);
  expect(shown).not.toMatch(linkable);
  expect(shown.replaceAll("\u200B", "")).toBe(typed);
});

// Searched for, or copied into accounting software, it would otherwise not be found.
test.each([
  "Brennvik Logistics GmbH",
  "St. John & Sons Ltd.",
  "Müller, Söhne und Co.",
  "Quillon Software B.V.",
  "Acme S.A. de C.V",
  "Nordhavn A/S",
  "PO 4500012345/10",
])("the name %s stays as it is", (typed) => expect(withoutAddresses(typed)).toBe(typed));

// A phone renders a mail as wide as its longest word, and scales it down accordingly.
test("a word longer than its line is broken anywhere in a mail", () => {
  const long = "P".repeat(60);
  const { html } = mailText({ subject: long, paragraphs: [long], lines: [long] });
  expect(html).toMatch(
    new RegExp(`<td style="[^"]*word-break:break-word">.*(${long}.*){3}</td>`, "s"),
  );
});

test("an inbox previews what a mail says, not its sender and subject again", () => {
  const paragraphs = ["Pay <€10> by\n26 January.", "Quote the reference."];
  const { html } = mailText({ subject: "Order 7 is approved", paragraphs });
  expect(html).toMatch(
    /<body[^>]*>\s*<div style="display:none;[^"]*mso-hide:all">Pay &lt;€10&gt; by<br>26 January\.<\/div>/,
  );
});
