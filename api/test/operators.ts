import { createImageWorker } from "../src/core/drawing.ts";
import { mergeHandlers } from "../src/core/jobs.ts";
import type { TestApp, TestCaller } from "./app.ts";
import { cartJobs } from "../src/features/cart/cart.jobs.ts";
import { createCartService } from "../src/features/cart/cart.service.ts";
import { portfolioJobs } from "../src/features/portfolio/portfolio.jobs.ts";
import { createSettings } from "../src/features/settings/settings.service.ts";
import { imageJobs } from "../src/features/projects/images.jobs.ts";

/** Runs the pending jobs that update carts and portfolios, and those that resize images. */
export async function runNews(t: TestApp): Promise<void> {
  const carts = createCartService(t.db, createSettings(t.db, 30));
  const imageWorker = createImageWorker({ maxQueued: 4 });
  const images = imageJobs(t.db, t.files, imageWorker);
  await t.runJobs(mergeHandlers(cartJobs(t.db, carts), portfolioJobs(t.db), images));
  await imageWorker.stop();
}

/** Uploads a file like a browser's form. */
export async function upload(
  t: TestApp,
  caller: TestCaller,
  path: string,
  file: { bytes: Buffer; name: string; type?: string },
  method: "POST" | "PUT" = "POST",
  headers: Record<string, string> = {},
) {
  const form = new FormData();
  const blob = new Blob([new Uint8Array(file.bytes)], { type: file.type ?? "image/png" });
  form.append("file", blob, file.name);
  const body = new Response(form);
  const response = await t.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: {
      ...headers,
      authorization: `Bearer ${caller.authToken}`,
      "content-type": body.headers.get("content-type")!,
    },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  return { status: response.statusCode, body: response.json() };
}

/** The codes of a buyer's unread notifications, newest first. */
export async function noticesOf(t: TestApp, buyer: TestCaller): Promise<string[]> {
  const { body } = await t.call(buyer, "GET", "/me/notifications?read=false");
  return body.content.map(({ code }: { code: string }) => code);
}

/** The newest audit entry for an action. */
export async function audited(t: TestApp, admin: TestCaller, action: string) {
  const { body } = await t.call(admin, "GET", `/management/audit?action=${action}&sort=at,desc`);
  return body.content[0];
}
