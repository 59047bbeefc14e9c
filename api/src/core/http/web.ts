import { existsSync } from "node:fs";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { Refusal } from "../errors.ts";

/**
 * Serves the built web app, and its one page for every address that no route took. Without a built app, and below
 * /api, an unknown address is NOT_FOUND.
 */
export async function serveWeb(app: FastifyInstance, folder: string | undefined): Promise<void> {
  const hasPage = folder !== undefined && existsSync(path.join(folder, "index.html"));
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
    const wantsPage = request.method === "GET" && !/^\/(api|flags-api|assets)\//.test(request.url);
    if (hasPage && wantsPage) return reply.sendFile("index.html");
    throw new Refusal("NOT_FOUND");
  });
}
