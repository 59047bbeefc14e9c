import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import packageJson from "./package.json" with { type: "json" };

const api = process.env.API_URL ?? "http://127.0.0.1:3000";

/** Asks for the font of all text with the page itself, not when the first text is drawn. */
const preloadFont: Plugin = {
  name: "preload-font",
  apply: "build",
  transformIndexHtml(_html, { bundle = {} }) {
    const file = Object.keys(bundle).find((each) => /hanken-grotesk-latin-wght-normal/.test(each));
    if (!file) throw new Error("The font of all text is not in the build.");
    const attrs = { rel: "preload", as: "font", type: "font/woff2", href: `/${file}` };
    return [{ tag: "link", attrs: { ...attrs, crossorigin: true }, injectTo: "head" }];
  },
};

export default defineConfig({
  plugins: [react(), preloadFont],
  define: { __VERSION__: JSON.stringify(packageJson.version) },
  server: {
    proxy: Object.fromEntries(
      ["/api", "/health", "/metrics", "/flags-api", "/legal"].map((path) => [path, api]),
    ),
  },
  build: {
    // Inlined data addresses would need exceptions in the security policy.
    assetsInlineLimit: 0,
    // One stylesheet: split ones of modules that two lazy pages share were left out of the pages' preloads.
    cssCodeSplit: false,
    rolldownOptions: {
      output: {
        advancedChunks: {
          // What every page needs, in chunks that stay cached over releases. What several pages share is one chunk, not
          // dozens of a few lines each.
          groups: [
            { name: "zod", test: /node_modules[\\/]zod[\\/]|zodSetup/ },
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            {
              name: "mantine",
              test: /node_modules[\\/]@mantine[\\/](core|hooks|notifications|modals)[\\/]/,
            },
            {
              name: "tanstack",
              test: /node_modules[\\/]@tanstack[\\/](react-router|router-core|history|react-query|query-core|react-store|store)[\\/]/,
            },
            // After zod, which must be set up before anything that uses it.
            { name: "icons", test: /node_modules[\\/]@tabler[\\/]/, minShareCount: 2 },
            { name: "shared", test: /(web|contract)[\\/]src[\\/]/, minShareCount: 4 },
          ],
        },
      },
    },
  },
});
