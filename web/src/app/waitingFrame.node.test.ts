import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { firstPaint } from "../../firstPaint.ts";
import { app } from "../locales/en/app.ts";

const page = readFileSync(path.resolve(import.meta.dirname, "../../index.html"), "utf8");
const css = readFileSync(path.join(import.meta.dirname, "waiting.css"), "utf8");
const templates = [...page.matchAll(/<template id="\w+">(.*?)<\/template>/gs)].map(
  ([, markup]) => markup!,
);

it("has the app's text for loading, and styles for all of its own markup", () => {
  expect(templates).toHaveLength(2);
  expect(templates[0]).toContain(`aria-label="${app.loading}"`);
  const usedClasses = [...templates.join("").matchAll(/class="([^"]+)"/g)].map(([, name]) => name!);
  expect(usedClasses.length).toBeGreaterThan(3);
  expect(usedClasses.filter((name) => !css.includes(`.${name} {`))).toEqual([]);
});

const built = (...scripts: string[]) =>
  `<head>\n${scripts.map((src) => `    <script type="module" crossorigin src="${src}"></script>\n`).join("")}  </head>`;

function transform(html: string, ...files: string[]) {
  const { handler } = firstPaint.transformIndexHtml as unknown as {
    handler: (html: string, context: object) => { html: string; tags: { attrs: object }[] };
  };
  return handler(html, { bundle: Object.fromEntries(files.map((file) => [file, {}])) });
}

it("starts the app from the first script, while the app is preloaded", () => {
  const { html, tags } = transform(
    built("/assets/runtime-1.js", "/assets/every-2.js"),
    "assets/first-3.js",
  );
  expect(html).not.toContain("<script");
  // What is rendered first loads first.
  const preload = /rel="modulepreload" crossorigin fetchpriority="low" href="[^"]+"/g;
  expect(html.match(preload)).toHaveLength(2);
  expect(tags.map(({ attrs }) => attrs)).toEqual([
    {
      defer: true,
      fetchpriority: "high",
      src: "/assets/first-3.js",
      "data-app": "/assets/every-2.js",
    },
  ]);
});

it("fails to build a page without the app or its first script", () => {
  const message = "The app or its first script is not in the page.";
  expect(() => transform(built("/assets/every-2.js"))).toThrow(message);
  expect(() => transform(built(), "assets/first-3.js")).toThrow(message);
});
