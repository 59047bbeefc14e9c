import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import packageJson from "./package.json" with { type: "json" };
import { firstPaint } from "./firstPaint.ts";
import { themeStyles } from "./themeStyles.ts";

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

const smallestWorthwhile = 1024;

/** Lays a brotli and a gzip beside every text, as tight as they get: the server has no time for that. */
const compress: Plugin = {
  name: "compress",
  apply: "build",
  async writeBundle({ dir = "" }, bundle) {
    const files = Object.keys(bundle).filter((name) => /\.(js|css|html|svg)$/.test(name));
    await Promise.all(
      files.map(async (name) => {
        const file = path.join(dir, name);
        const text = await readFile(file);
        if (text.length < smallestWorthwhile) return;
        // Brotli's own level is its best one.
        await writeFile(`${file}.br`, await promisify(brotliCompress)(text));
        await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: 9 }));
      }),
    );
  },
};

/** Where most visits begin, and the page that is shown there. */
const firstPages = {
  "/": "listPages",
  "/marketplace/spot": "listPages",
  "/marketplace/financing": "listPages",
  "/marketplace/sponsoring": "listPages",
  "/marketplace/:id": "ProjectPage",
};

/**
 * Says what first pages are made of beside what every page brings, so that the server names it with the page itself: the
 * browser learns of it from the app a round trip later.
 */
const namePreloads: Plugin = {
  name: "name-preloads",
  apply: "build",
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((each) => each.type === "chunk");
    const neededBy = (file: string, found = new Set<string>()): Set<string> => {
      const chunk = bundle[file];
      if (chunk?.type !== "chunk" || found.has(file)) return found;
      found.add(file);
      for (const each of chunk.imports) neededBy(each, found);
      return found;
    };
    const chunkOf = (module: string) => {
      const chunk = chunks.find((each) =>
        each.moduleIds.some((id) => id.endsWith(`/${module}.tsx`)),
      );
      if (!chunk) throw new Error(`${module} is no chunk of the build.`);
      return chunk.fileName;
    };
    const stylesOf = (file: string) => {
      const chunk = bundle[file];
      return chunk?.type === "chunk" ? [...(chunk.viteMetadata?.importedCss ?? [])] : [];
    };
    const brought = new Set(
      chunks.filter((each) => each.isEntry).flatMap((each) => [...neededBy(each.fileName)]),
    );
    const preloads = Object.entries(firstPages).map(([address, page]) => {
      const parts = ["DefaultLayout", page].flatMap((each) => [...neededBy(chunkOf(each))]);
      const scripts = new Set(parts.filter((file) => !brought.has(file)));
      // Styles first, also those of every page: nothing is drawn without them.
      const styles = new Set([...brought, ...parts].flatMap(stylesOf));
      return [address, [...styles, ...scripts]];
    });
    const source = JSON.stringify(Object.fromEntries(preloads));
    this.emitFile({ type: "asset", fileName: "preloads.json", source });
    // Which chunk has which of our files, for scripts/pageWeights.mjs: the manifest names only those that are chunks.
    const own = chunks.flatMap(({ fileName, moduleIds }) =>
      moduleIds.flatMap((id) => {
        const module = path.relative(import.meta.dirname, id);
        return module.startsWith("src/") ? [[module, fileName]] : [];
      }),
    );
    const modules = JSON.stringify(Object.fromEntries(own));
    this.emitFile({ type: "asset", fileName: "modules.json", source: modules });
  },
};

interface Graph {
  getModuleInfo(id: string): { importedIds: string[] } | null;
}

/** Whether a file is one of these below src or is loaded together with them. */
function isLoadedWith(...files: string[]) {
  const found = new Set<string>();
  const visit = (id: string, graph: Graph) => {
    // Of libraries comes what these need, and not all that their own lists name.
    if (found.has(id) || id.includes("node_modules")) return;
    found.add(id);
    for (const each of graph.getModuleInfo(id)?.importedIds ?? []) visit(each, graph);
  };
  return (id: string, graph: Graph) => {
    for (const file of files) visit(path.resolve(import.meta.dirname, "src", file), graph);
    return found.has(id);
  };
}

/** One chunk of files below src and of all that is loaded together with them, as far as no chunk before has it. */
function loadedTogether(name: string, ...files: string[]) {
  const isLoaded = isLoadedWith(...files);
  return {
    debugName: name,
    name: (id: string, graph: Graph) => (isLoaded(id, graph) ? name : null),
  };
}

/** One chunk of what is loaded with the one file as well as with any of the others, and of some parts of libraries. */
function loadedWithBoth(name: string, one: string, others: string[], libraries: RegExp) {
  const [withOne, withOther] = [isLoadedWith(one), isLoadedWith(...others)];
  return {
    debugName: name,
    name: (id: string, graph: Graph) =>
      (withOne(id, graph) && withOther(id, graph)) || libraries.test(id) ? name : null,
  };
}

const below = (feature: string, ...pages: string[]) =>
  pages.map((page) => `features/${feature}/${page}.tsx`);

/** With what both the landscape beside the login and the covers of projects are drawn. */
const strokes = ["dataUri", "marks", "random"].map((each) => `../../cover-art/src/${each}.ts`);

export default defineConfig({
  plugins: [react(), themeStyles, preloadFont, firstPaint, namePreloads, compress],
  define: { __VERSION__: JSON.stringify(packageJson.version) },
  resolve: {
    alias: [
      // Set up before the first schema is made, wherever that is.
      { find: /^zod$/, replacement: path.resolve(import.meta.dirname, "src/lib/zod.ts") },
      // Texts in a kilobyte instead of a tenth of the first page (decision 0049).
      {
        find: /^react-i18next$/,
        replacement: path.resolve(import.meta.dirname, "src/lib/reactI18next.ts"),
      },
      // What stood in for React's own hook before React had it.
      { find: /^(use-sync-external-store)\/shim/, replacement: "$1" },
    ],
  },
  server: {
    proxy: Object.fromEntries(
      ["/api", "/health", "/metrics", "/flags-api", "/legal"].map((path) => [path, api]),
    ),
  },
  build: {
    // As the README tells. What is called, not written, is not translated: the lint refuses what they do not have.
    target: ["chrome111", "edge111", "firefox121", "safari16.4"],
    // Says what each page loads; scripts/pageWeights.mjs weighs it.
    manifest: "manifest.json",
    // Inlined data addresses would need exceptions in the security policy.
    assetsInlineLimit: 0,
    // Without it a browser, such as Safari 16.4, loads the same files a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: {
        // Making a schema does nothing else: a page takes those that it uses, not all of their file. What does something,
        // `config`, is imported by its own name.
        manualPureFunctions: ["z", "endpoint"],
      },
      output: {
        // In the order in which people come by: a page takes what came before it, and nothing of what comes after.
        codeSplitting: {
          groups: [
            loadedTogether("every", "app/main.tsx", "features/accounts/LoginPage.tsx"),
            // What the login loads a moment later, and pages after it too.
            loadedTogether("later", "lib/flags.ts", ...strokes),
            loadedTogether("members", "app/layouts/DefaultLayout.tsx"),
            loadedWithBoth(
              "offers",
              "features/catalogue/listPages.tsx",
              below("catalogue", "ProjectPage", "FillBar", "SimilarProjects"),
              /components[\\/]Skeleton|Icon(Heart|HeartFilled|ChevronRight)\./,
            ),
            loadedTogether("list", "features/catalogue/listPages.tsx"),
            // What the filters beside a list share with a project.
            loadedTogether("goals", "ui/Sdg.tsx"),
            loadedTogether("project", "features/catalogue/ProjectPage.tsx"),
            // What lists and projects show a moment later, or further down. Left to what other pages share, the first of
            // these would bring all of theirs.
            loadedTogether("start", ...below("catalogue", "StartFrom")),
            { name: "ticks", test: /components[\\/]Checkbox|InlineInput|InputsGroup|near\.module/ },
            { name: "dialogs", test: /components[\\/](Modal|ScrollArea)|react-remove-scroll/ },
            loadedTogether("filters", ...below("catalogue", "FilterRail")),
            loadedTogether(
              "saving",
              ...below("catalogue", "NoHits"),
              ...below("shortlists", "SaveSearch"),
            ),
            loadedTogether("map", ...below("catalogue", "map/MapView", "map/LocatorMap")),
            loadedTogether(
              "facts",
              ...below("evidence", "RegistryStrip", "EvidenceSections"),
              ...below("catalogue", "FillBar", "SimilarProjects"),
            ),
            loadedTogether("charts", ...below("evidence", "PriceLine", "Columns")),
            { name: "zod", test: /node_modules[\\/]zod[\\/]|lib[\\/]zod/ },
            { name: "forms", test: /node_modules[\\/](react-hook-form|@hookform)[\\/]/ },
            loadedTogether(
              "panels",
              "app/DialogArea.tsx",
              "app/layouts/MenuDrawer.tsx",
              "ui/ToastArea.tsx",
              ...below("notifications", "NotificationsPanel"),
              ...below("catalogue", "FilterDrawer"),
            ),
            loadedTogether(
              "buying",
              ...below("cart", "CartPage", "PaymentDetailsPage", "CheckoutPage"),
            ),
            loadedTogether(
              "bought",
              ...below("orders", "OrdersPage", "OrderPage"),
              ...below("portfolio", "PortfolioPage"),
              ...below("retirements", "RetirementsPage"),
            ),
            loadedTogether(
              "accounts",
              ...below("accounts", "RegistrationPage", "PasswordReminderPage", "PasswordResetPage"),
              ...below("accounts", "outcomes", "BookDemoPage", "DetailsPage"),
            ),
            // What several other pages share is one chunk, not dozens of a few lines each.
            { name: "managing", minShareCount: 2 },
          ],
        },
      },
    },
  },
});
