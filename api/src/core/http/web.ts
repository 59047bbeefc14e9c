import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { Refusal } from "../errors.ts";

const noCall = "Nothing answers this method at this address. All calls are listed at /api/docs.";
// Where programs ask, to whom a page would say that all is well.
const notPages = /^\/((api|flags-api|assets)\/|(health|metrics)\b)/;

/**
 * Serves the built web app, and its one page for every address that no route took. Without a built app, below /api
 * and where other programs ask, an unknown address is NOT_FOUND.
 */
export async function serveWeb(app: FastifyInstance, folder: string | undefined): Promise<void> {
  const hasPage = folder !== undefined && existsSync(path.join(folder, "index.html"));
  const preloadsOf = hasPage ? await readPreloads(folder) : () => undefined;
  if (hasPage) {
    await app.register(fastifyStatic, {
      root: folder,
      cacheControl: false,
      // As the build compressed them, once and better than there is time for here.
      preCompressed: true,
      setHeaders: (reply, file) => {
        // Built assets carry a hash in their name; everything else may change with the next release.
        const hashed = file.includes(`${path.sep}assets${path.sep}`);
        const value = hashed ? "public, max-age=31536000, immutable" : "no-cache";
        void reply.header("cache-control", value);
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isRead = ["GET", "HEAD"].includes(request.method);
    const wantsPage = isRead && !notPages.test(request.url);
    if (!hasPage || !wantsPage) throw new Refusal("NOT_FOUND", { detail: noCall });
    const preloads = preloadsOf(request.url);
    if (preloads) void reply.header("link", preloads);
    return reply.sendFile("index.html");
  });
}

/**
 * What the build says of the pages at which visits begin, by address: the value of `Link` that names their files. In an
 * address `:id` stands for a number.
 */
async function readPreloads(folder: string): Promise<(url: string) => string | undefined> {
  const file = path.join(folder, "preloads.json");
  if (!existsSync(file)) return () => undefined;
  const pages = JSON.parse(await readFile(file, "utf8")) as Record<string, string[]>;
  const links = new Map(
    Object.entries(pages).map(([address, files]) => [address, files.map(linkTo).join(", ")]),
  );
  return (url) => links.get(url.replace(/[?#].*/, "").replace(/\/\d+$/, "/:id"));
}

// Asked for as the page itself does, or the browser asks again. Scripts come behind what the waiting frame is drawn with.
const linkTo = (file: string) =>
  `</${file}>; rel=${file.endsWith(".css") ? "preload; as=style; crossorigin" : "modulepreload; fetchpriority=low"}`;
