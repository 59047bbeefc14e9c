import { readFileSync } from "node:fs";
import path from "node:path";
import { transformWithOxc, type Plugin } from "vite";

const source = path.resolve(import.meta.dirname, "src/app/first.ts");

/**
 * Replaces the app's script tag by a tiny script. It shows the waiting frame and, once that is painted, starts the
 * app, which is preloaded meanwhile at a lower priority than what the frame needs.
 */
export const firstPaint: Plugin = {
  name: "first-paint",
  apply: "build",
  async buildStart() {
    const { code } = await transformWithOxc(readFileSync(source, "utf8"), source);
    this.emitFile({ type: "asset", name: "first.js", source: code });
  },
  transformIndexHtml: {
    order: "post",
    handler(html, { bundle = {} }) {
      const file = Object.keys(bundle).find((each) => /\bfirst-[\w-]+\.js$/.test(each));
      const scripts = / *<script type="module" crossorigin src="([^"]+)"><\/script>\n/g;
      const app = [...html.matchAll(scripts)].at(-1)?.[1];
      if (!file || !app) throw new Error("The app or its first script is not in the page.");
      const loaded = html.replace(
        scripts,
        `    <link rel="modulepreload" crossorigin fetchpriority="low" href="$1">\n`,
      );
      const attrs = { defer: true, fetchpriority: "high", src: `/${file}`, "data-app": app };
      return { html: loaded, tags: [{ tag: "script", attrs, injectTo: "head" }] };
    },
  },
};
