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

/** Preloads the font of all text with the page itself, rather than when the first text is rendered. */
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

/** Writes a brotli and a gzip file next to every text file, at the highest level: the server has no time for that. */
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
        // Brotli's default level is its highest.
        await writeFile(`${file}.br`, await promisify(brotliCompress)(text));
        await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: 9 }));
      }),
    );
  },
};

/** The paths where most visits begin, and their pages. */
const firstPages = {
  "/": "listPages",
  "/marketplace/spot": "listPages",
  "/marketplace/financing": "listPages",
  "/marketplace/sponsoring": "listPages",
  "/marketplace/:id": "ProjectPage",
};

/**
 * Lists the chunks of first pages beyond those of every page, so that the server can name them in its response:
 * otherwise the browser learns of them from the app, one round trip later.
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
      // Styles first, including those of every page: they block rendering.
      const styles = new Set([...brought, ...parts].flatMap(stylesOf));
      return [address, [...styles, ...scripts]];
    });
    const source = JSON.stringify(Object.fromEntries(preloads));
    this.emitFile({ type: "asset", fileName: "preloads.json", source });
    // Maps our files to chunks for scripts/pageWeights.mjs: the manifest lists only files that are chunks themselves.
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

/** Whether a file below src is one of these or is statically imported by them. */
function isLoadedWith(...files: string[]) {
  const found = new Set<string>();
  const visit = (id: string, graph: Graph) => {
    // Libraries are not followed: what these files need of them is included anyway, but not everything that their
    // index files import.
    if (found.has(id) || id.includes("node_modules")) return;
    found.add(id);
    for (const each of graph.getModuleInfo(id)?.importedIds ?? []) visit(each, graph);
  };
  return (id: string, graph: Graph) => {
    for (const file of files) visit(path.resolve(import.meta.dirname, "src", file), graph);
    return found.has(id);
  };
}

/** A chunk of files below src and everything they import statically, except what an earlier chunk contains. */
function loadedTogether(name: string, ...files: string[]) {
  const isLoaded = isLoadedWith(...files);
  return {
    debugName: name,
    name: (id: string, graph: Graph) => (isLoaded(id, graph) ? name : null),
  };
}

/** A chunk of what is imported both by the one file and by any of the others, plus some parts of libraries. */
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

/** Draws both the landscape beside the login and the covers of projects. */
const strokes = ["dataUri", "marks", "random"].map((each) => `../../cover-art/src/${each}.ts`);

export default defineConfig({
  plugins: [react(), themeStyles, preloadFont, firstPaint, namePreloads, compress],
  define: { __VERSION__: JSON.stringify(packageJson.version) },
  resolve: {
    alias: [
      // Configured before any module creates the first schema.
      { find: /^zod$/, replacement: path.resolve(import.meta.dirname, "src/lib/zod.ts") },
      // Translations in a kilobyte instead of a tenth of the first page's size (decision 0049).
      {
        find: /^react-i18next$/,
        replacement: path.resolve(import.meta.dirname, "src/lib/reactI18next.ts"),
      },
      // The shim of a hook that React itself now has.
      { find: /^(use-sync-external-store)\/shim/, replacement: "$1" },
    ],
  },
  server: {
    proxy: Object.fromEntries(
      ["/api", "/health", "/metrics", "/flags-api", "/legal"].map((path) => [path, api]),
    ),
  },
  build: {
    // As in the README. Syntax is transpiled, APIs are not polyfilled: the lint rejects those that these browsers
    // lack.
    target: ["chrome111", "edge111", "firefox121", "safari16.4"],
    // Lists what each page loads; scripts/pageWeights.mjs measures it.
    manifest: "manifest.json",
    // Inlined data URLs would need exceptions in the Content Security Policy.
    assetsInlineLimit: 0,
    // Without the polyfill, browsers that lack support, such as Safari 16.4, load the same files slightly later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: {
        // Creating a schema has no side effects: a page bundles only those that it uses, not their whole file.
        // `config`, which has side effects, is imported by its own name.
        manualPureFunctions: ["z", "endpoint"],
      },
      output: {
        // In the order in which users arrive: a page reuses earlier chunks and loads nothing of later ones.
        codeSplitting: {
          groups: [
            loadedTogether("every", "app/main.tsx", "features/accounts/LoginPage.tsx"),
            // What the login page loads a moment later, and later pages too.
            loadedTogether("later", "lib/flags.ts", ...strokes),
            loadedTogether("members", "app/layouts/DefaultLayout.tsx"),
            loadedWithBoth(
              "offers",
              "features/catalogue/listPages.tsx",
              below("catalogue", "ProjectPage", "FillBar", "SimilarProjects"),
              /components[\\/]Skeleton|Icon(Heart|HeartFilled|ChevronRight)\./,
            ),
            loadedTogether("list", "features/catalogue/listPages.tsx"),
            // What the filters of a list share with a project.
            loadedTogether("goals", "ui/Sdg.tsx"),
            loadedTogether("project", "features/catalogue/ProjectPage.tsx"),
            // What lists and projects show a moment later, or further down. If left in the chunk that other pages
            // share, the first of these would load all of theirs.
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
            // Code that several other pages share goes into one chunk, not into dozens of a few lines each.
            { name: "managing", minShareCount: 2 },
          ],
        },
      },
    },
  },
});
