import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { root } from "./imports.ts";

/* The step of `npm run check` that asks for known vulnerabilities, with a registry on this machine. */

let clone: string;
let registry: Server | undefined;
beforeAll(async () => {
  clone = await mkdtemp(path.join(tmpdir(), "tonneline-vulnerable-"));
  await cp(path.join(root, "scripts"), path.join(clone, "scripts"), { recursive: true });
  const manifest = {
    name: "clone",
    version: "1.0.0",
    dependencies: { runner: "1.0.0", sender: "1.0.0" },
    devDependencies: { builder: "1.0.0" },
  };
  const packages = {
    "": manifest,
    "node_modules/runner": { version: "1.0.0" },
    "node_modules/sender": { version: "1.0.0" },
    "node_modules/builder": { version: "1.0.0", dev: true },
  };
  const lock = { lockfileVersion: 3, packages };
  await writeFile(path.join(clone, "package.json"), JSON.stringify(manifest));
  await writeFile(path.join(clone, "package-lock.json"), JSON.stringify(lock));
});
afterAll(() => rm(clone, { recursive: true }));
afterEach(() => {
  registry?.closeAllConnections();
  registry?.close();
  registry = undefined;
});

async function listen(answer: RequestListener): Promise<string> {
  registry = createServer(answer).listen(0, "127.0.0.1");
  await once(registry, "listening");
  return `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
}
/** Reports every version of these packages as vulnerable, with the severity of each; has all packages. */
const knowing =
  (severities: Record<string, string>): RequestListener =>
  (request, response) => {
    if (request.method === "POST") {
      const advisories = Object.entries(severities).map(([name, severity], at) => {
        const advisory = {
          id: at + 1,
          url: `https://advisories.example/${at + 1}`,
          title: "Runs what strangers send",
          severity,
          vulnerable_versions: "<2.0.0",
          cwe: [],
          cvss: { score: 0, vectorString: null },
        };
        return [name, [advisory]];
      });
      return response.end(JSON.stringify(Object.fromEntries(advisories)));
    }
    const asked = request.url!.slice(1);
    const versions = { "1.0.0": { name: asked, version: "1.0.0" } };
    return response.end(
      JSON.stringify({ name: asked, versions, "dist-tags": { latest: "1.0.0" } }),
    );
  };

async function look(url: string) {
  const { npm_execpath: _npm, npm_node_execpath: _node, ...env } = process.env;
  const child = spawn(process.execPath, ["scripts/vulnerabilities.mjs"], {
    cwd: clone,
    env: {
      ...env,
      npm_config_registry: url,
      // npm caches advisories by id.
      npm_config_cache: await mkdtemp(path.join(clone, "cache-")),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, error, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { code: code as number, out, error };
}

test("a package with a critical or high advisory fails the step, with its name", async () => {
  const known = knowing({ runner: "critical", sender: "high" });
  expect(await look(await listen(known))).toEqual({
    code: 1,
    out: "",
    error: [
      "runner (critical): Runs what strangers send, https://advisories.example/1\n",
      "sender (high): Runs what strangers send, https://advisories.example/2\n",
    ].join(""),
  });
});

test("an advisory of moderate weight, of what only builds or of what is not here does not fail the step", async () => {
  const known = knowing({ runner: "moderate", builder: "critical", other: "critical" });
  expect(await look(await listen(known))).toEqual({ code: 0, out: "", error: "" });
});

test.each<[string, RequestListener, string]>([
  ["has no such call", (_, response) => response.writeHead(405).end(), "405 Method Not Allowed"],
  ["fails", (_, response) => response.writeHead(500).end("{}"), "500 Internal Server Error"],
  ["sends a page", (_, response) => response.end("<html>"), "invalid json response body"],
  ["does not answer", () => {}, "network timeout"],
])("a registry that %s is skipped with one line", async (_what, answer, why) => {
  const { code, out, error } = await look(await listen(answer));
  expect({ code, error }).toEqual({ code: 0, error: "" });
  expect(out).toMatch(/^Known vulnerabilities were not looked for: [^\n]+\n$/);
  expect(out).toContain(why);
});

test("so is one that does not exist", async () => {
  const { code, out } = await look("http://127.0.0.1:1");
  expect(code).toBe(0);
  expect(out).toContain("ECONNREFUSED");
});
