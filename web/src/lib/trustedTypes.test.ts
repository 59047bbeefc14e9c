import { expect, test } from "vitest";
import { ownWorkerUrl, markupWithoutTags } from "./trustedTypes.ts";

test.each([
  [".m_1{--a:calc(1px * 2)}@media(min-width:48em){.m_2{display:none}}", true],
  ["@media (400px <= width < 700px) { a > b { color: red } }", true],
  ["<img src=x onerror=alert(1)>", false],
  ["</style><script>alert(1)</script>", false],
  ["<!-- --><b>", false],
  ["", true],
])("the text %j may become markup: %s", (text, may) => {
  expect(markupWithoutTags(text)).toBe(may ? text : null);
});

test.each([
  [`blob:${window.location.origin}/8f1b`, true],
  ["blob:https://evil.example/8f1b", false],
  [`${window.location.origin}/assets/a.js`, false],
  ["data:text/javascript,alert(1)", false],
])("the URL %s may become a worker: %s", (address, may) => {
  expect(ownWorkerUrl(address)).toBe(may ? address : null);
});
