import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../errors.ts";
import { createHeads, type Site } from "./heads.ts";
import type { MethodsAt } from "./methods.ts";
import { isNamed } from "./sending.ts";

const noCall = "Nothing answers at this address. All calls are listed at /api/docs.";
// Paths that programs request, for which a page would look like success, even if misspelled.
const notPages = /^\/((api|flags-api|assets)(\/|%2f)|(health|metrics)\b)/i;
const readMethods = ["GET", "HEAD"];

/**
 * Serves the built web app, and its single page for every URL that no route matched, with the head of an open page. Without a
 * built app, under /api and for paths that programs request, an unknown URL is NOT_FOUND; where there is something for another
 * method, it is METHOD_NOT_ALLOWED.
 */
export async function serveWeb(
  app: FastifyInstance,
  methodsAt: MethodsAt,
  folder: string | undefined,
  site?: Site,
): Promise<void> {
  const headOf = site && createHeads(site);
  const hasPage = folder !== undefined && existsSync(path.join(folder, "index.html"));
  const preloadsOf = hasPage ? await readPreloads(folder) : () => undefined;
  if (hasPage) {
    await app.register(fastifyStatic, {
      root: folder,
      cacheControl: false,
      // Compressed by the build, once and better than there is time for here.
      preCompressed: true,
      setHeaders: (reply, file) => {
        // Built assets have a hash in their name; everything else may change with the next release.
        const hashed = file.includes(`${path.sep}assets${path.sep}`);
        const value = hashed ? "public, max-age=31536000, immutable" : "no-cache";
        void reply.header("cache-control", value);
      },
    });
  }
  const servePage = async (request: FastifyRequest, reply: FastifyReply) => {
    const isPage = hasPage && !notPages.test(request.url);
    if (!isPage || !readMethods.includes(request.method)) {
      const allowed = isPage ? readMethods : methodsAt(request.url.replace(/[?#].*/, ""));
      if (allowed.length === 0) throw new Refusal("NOT_FOUND", { detail: noCall });
      void reply.header("allow", allowed.join(", "));
      throw new Refusal("METHOD_NOT_ALLOWED");
    }
    const preloads = preloadsOf(request.url);
    if (preloads) void reply.header("link", preloads);
    const head = await headOf?.(request.url, request.ip);
    if (!head) return reply.sendFile("index.html");
    // Read each time: a new build's page names other files.
    const page = head.writeInto(await readFile(path.join(folder, "index.html"), "utf8"));
    return sendPage(page, request, reply.status(head.status));
  };
  app.setNotFoundHandler(servePage);
  // Otherwise sent as a file, without preloads and head.
  const home = { method: ["GET", "HEAD"], url: "/", schema: { hide: true } };
  if (hasPage) app.route({ ...home, handler: servePage });
}

/** Sends a page that the build has not compressed; 304 if the caller has it already. */
function sendPage(page: string, { headers }: FastifyRequest, reply: FastifyReply) {
  const etag = `"${createHash("sha256").update(page).digest("base64url")}"`;
  void reply.headers({ etag: `W/${etag}`, "cache-control": "no-cache", vary: "accept-encoding" });
  if (reply.statusCode === 200 && isNamed(etag, headers["if-none-match"])) {
    return reply.status(304).send();
  }
  return reply.type("text/html; charset=utf-8").send(page);
}

/**
 * Returns the `Link` header of the pages where visits begin, by URL: the build lists their files. In a listed URL `:id` stands
 * for a number.
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

// Attributes as in the page, or the browser loads the file twice. Scripts come after the files that the loading frame needs.
const linkTo = (file: string) =>
  `</${file}>; rel=${file.endsWith(".css") ? "preload; as=style; crossorigin" : "modulepreload; fetchpriority=low"}`;
