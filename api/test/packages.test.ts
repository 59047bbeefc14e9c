import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { installsAll } from "../../scripts/launcher/install.mjs";
import { root } from "./imports.ts";

/* What `npm start` does about packages, in a clone with two: one that runs the server, one that builds pages. */

const refusing = "http://127.0.0.1:1";
// A minimal substitute for vite.
const builder = `const fs = require("node:fs"), folder = process.argv[process.argv.indexOf("--outDir") + 1];
fs.mkdirSync(folder, { recursive: true });
fs.writeFileSync(folder + "/index.html", "pages");`;

let made: string;
let clone: string;
let registry: Server | undefined;
beforeAll(async () => {
  made = await mkdtemp(path.join(tmpdir(), "tonneline-packages-made-"));
  clone = made;
  await cp(path.join(root, "scripts"), path.join(clone, "scripts"), { recursive: true });
  for (const file of ["api/src/settings.mjs", "api/src/settingValues.mjs"])
    await cp(path.join(root, file), path.join(clone, file));
  await write("api/src/main.ts", "console.log(`started with ${process.argv.length - 2}`);");
  await write("api/package.json", '{ "name": "@clone/api", "version": "1.0.0" }');
  await write("web/app.ts", "1");
  await write("contract/shapes.ts", "1");
  await write("cover-art/drawing.ts", "1");
  await write("tsconfig.base.json", "{}");
  await wants({ runner: "1.0.0", vite: "1.0.0" });
  await have("runner", "1.0.0", { "index.js": "old" });
  await have("vite", "1.0.0", { "bin/vite.js": builder });
  await list({ runner: "1.0.0", vite: "1.0.0" });
  expect(await launch("build", refusing)).toMatchObject({ code: 0 });
});
afterAll(() => rm(made, { recursive: true }));
beforeEach(async () => {
  clone = await mkdtemp(path.join(tmpdir(), "tonneline-packages-"));
  await cp(made, clone, { recursive: true, preserveTimestamps: true });
});
afterEach(async () => {
  registry?.close();
  registry = undefined;
  await rm(clone, { recursive: true, force: true });
});

async function write(file: string, content: string): Promise<void> {
  await mkdir(path.dirname(path.join(clone, file)), { recursive: true });
  await writeFile(path.join(clone, file), content);
}
const read = (file: string) => readFile(path.join(clone, file), "utf8").catch(() => undefined);
const locked = ({ vite, ...dependencies }: Record<string, string>) => ({
  ...Object.fromEntries(
    Object.entries(dependencies).map(([name, version]) => [
      `node_modules/${name}`,
      { version, hasInstallScript: true },
    ]),
  ),
  ...(vite && { "node_modules/vite": { version: vite, dev: true } }),
});
/** Writes the lock file of a commit. */
async function wants(versions: { runner: string; vite: string } & Record<string, string>) {
  const { vite, ...dependencies } = versions;
  const manifest = {
    name: "clone",
    version: "1.0.0",
    workspaces: ["api"],
    dependencies,
    devDependencies: { vite },
  };
  const packages = {
    "": manifest,
    api: { name: "@clone/api", version: "1.0.0" },
    "node_modules/@clone/api": { resolved: "api", link: true },
    ...locked(versions),
  };
  await write("package.json", JSON.stringify(manifest));
  await write("package-lock.json", JSON.stringify({ lockfileVersion: 3, packages }));
}
async function have(name: string, version: string, files: Record<string, string>): Promise<void> {
  await write(`node_modules/${name}/package.json`, JSON.stringify({ name, version }));
  for (const [file, content] of Object.entries(files)) {
    await write(`node_modules/${name}/${file}`, content);
  }
  await write("node_modules/@clone/api/package.json", "{}");
}
/** Writes npm's record of the installation. */
const list = (versions: { runner: string; vite?: string }) =>
  write(
    "node_modules/.package-lock.json",
    JSON.stringify({ packages: { "node_modules/@clone/api": {}, ...locked(versions) } }),
  );
/** The state after `npm ci --omit=dev`. */
async function omitDev(): Promise<void> {
  await rm(path.join(clone, "node_modules/vite"), { recursive: true });
  await list({ runner: "1.0.0" });
}

async function launch(task: string, registryUrl: string, nodeVersion = process.versions.node) {
  const { npm_execpath: _npm, npm_node_execpath: _node, ...env } = process.env;
  const versions = `{ value: { ...process.versions, node: "${nodeVersion}" } }`;
  const pretence = `data:text/javascript,Object.defineProperty(process, "versions", ${versions})`;
  const child = spawn(process.execPath, ["--import", pretence, "scripts/run.mjs", task], {
    cwd: clone,
    env: {
      ...env,
      npm_config_registry: registryUrl,
      npm_config_fetch_retries: "0",
      // As in `npm start --silent`: errors are reported nevertheless.
      npm_config_loglevel: "silent",
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

// Of a package that was not reviewed.
const scripts = { postinstall: "echo ran > ran" };

/** Opens a registry with version 2.0.0 of both, and of others with one file each. */
async function openRegistry(others: Record<string, [string, string]> = {}): Promise<string> {
  const pack = async (name: string, file: string, content: string) => {
    const folder = path.join(clone, ".packed", name);
    await mkdir(path.dirname(path.join(folder, "package", file)), { recursive: true });
    await writeFile(path.join(folder, "package", file), content, { mode: 0o755 });
    const manifest = JSON.stringify({ name, version: "2.0.0", scripts });
    await writeFile(path.join(folder, "package/package.json"), manifest);
    return execFileSync("tar", ["-czf", "-", "-C", folder, "package"]);
  };
  const tarballs: Record<string, Buffer> = {
    runner: await pack("runner", "index.js", "new"),
    vite: await pack("vite", "bin/vite.js", builder),
  };
  for (const [name, [file, content]] of Object.entries(others))
    tarballs[name] = await pack(name, file, content);
  registry = createServer((request, response) => {
    const [, name = "", file] = (request.url ?? "").split("/");
    const tarball = tarballs[name];
    if (!tarball) return response.writeHead(404).end("{}");
    if (file) return response.end(tarball);
    const dist = { tarball: `http://${request.headers.host}/${name}/2.tgz` };
    const versions = { "2.0.0": { name, version: "2.0.0", scripts, hasInstallScript: true, dist } };
    return response.end(JSON.stringify({ name, versions, "dist-tags": { latest: "2.0.0" } }));
  });
  registry.listen(0, "127.0.0.1");
  await once(registry, "listening");
  return `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
}

test("after npm ci --omit=dev a start with built pages contacts no registry", async () => {
  await omitDev();
  expect(await launch("start", refusing)).toEqual({
    code: 0,
    out: "started with 0\n",
    error: "",
  });
  expect(await read("web/dist/index.html")).toBe("pages");
});

test("packages of another version are used with a warning while the registry is away", async () => {
  await wants({ runner: "2.0.0", vite: "2.0.0" });
  const { code, out, error } = await launch("start", refusing);
  expect(code).toBe(0);
  expect(out).toContain("started with 0");
  expect(error).toBe(
    "npm could not bring the packages up to date (ECONNREFUSED): the installed ones are used.\n",
  );
  expect(await read("node_modules/runner/index.js")).toBe("old");
  expect(await read("node_modules/vite/bin/vite.js")).toBe(builder);
  expect(await read(".install/package.json")).toBeUndefined();
});

test("pages of another version are served if they cannot be built", async () => {
  await omitDev();
  await write("web/app.ts", "2");
  const { code, out, error } = await launch("start", refusing);
  expect({ code, started: out.includes("started with 0") }).toEqual({ code: 0, started: true });
  expect(error).toContain("The pages are from another version");
});

test("a missing package ends the start with a sentence, and installed ones stay", async () => {
  await rm(path.join(clone, "node_modules/runner"), { recursive: true });
  const { code, out, error } = await launch("start", refusing);
  expect(code).toBe(1);
  expect(out).not.toContain("started");
  expect(error).toContain("npm could not install the packages");
  // An account without a home folder has no cache, and npm's own advice does not fit.
  expect(error).toContain("npm_config_cache");
  expect(await read("node_modules/vite/bin/vite.js")).toBe(builder);
});

test("a Node under which npm skips native packages installs with the one that npm provides", async () => {
  const name = `node-${process.platform}-${process.arch}`;
  const note = path.join(clone, "ran-under");
  const brought = `#!/bin/sh\necho "$0" >> "${note}"\nexec "${process.execPath}" "$@"\n`;
  await wants({ runner: "2.0.0", vite: "2.0.0", [name]: "2.0.0" });
  await rm(path.join(clone, "node_modules"), { recursive: true });
  const url = await openRegistry({ [name]: ["bin/node", brought] });
  expect(await launch("start", url, "20.18.1")).toMatchObject({ code: 0, error: "" });
  expect(await read("node_modules/runner/index.js")).toBe("new");
  expect(await read("ran-under")).toMatch(/^\S+\/\.install\/node\n/);
  expect(await read(".install/package.json")).toBeUndefined();
});

test.each([
  ["18.20.8", false],
  ["20.18.1", false],
  ["20.19.0", true],
  ["21.7.3", false],
  ["22.11.0", false],
  ["22.12.0", true],
  ["23.0.0", true],
  ["24.0.0", true],
])("npm under Node %s installs all native packages: %s", (version, all) => {
  expect(installsAll(version)).toBe(all);
});

test("no native package requires a newer Node than the one that may install it", async () => {
  const lock = JSON.parse(await readFile(path.join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, { optional?: true; cpu?: string[]; engines?: { node?: string } }>;
  };
  const native = Object.values(lock.packages).filter(
    ({ optional, cpu }) => optional && cpu && !cpu.includes("wasm32"),
  );
  const asked = new Set(
    native
      .map(({ engines }) => engines?.node)
      .filter((node) => node && /(?<![\d.])2\d\./.test(node)),
  );
  expect([...asked].toSorted()).toEqual([">=20.9.0", "^20.19.0 || >=22.12.0", "^20.9.0"]);
});

test("a lock that cannot be released is reported, and not waited for", async () => {
  await rm(path.join(clone, "node_modules/runner"), { recursive: true });
  await mkdir(path.join(clone, ".install.lock"));
  const { code, error } = await launch("start", refusing);
  expect(code).toBe(1);
  expect(error).toMatch(
    /^The file .*\.install\.lock cannot be released \(EISDIR\): please remove it\.\n$/,
  );
});

test("an update is installed in a separate folder and swapped in atomically", async () => {
  await wants({ runner: "2.0.0", vite: "2.0.0" });
  await write("node_modules/.cache/kept", "kept");
  await write("node_modules/gone/package.json", "{}");
  expect(await launch("start", await openRegistry())).toMatchObject({ code: 0, error: "" });
  expect(await read("node_modules/runner/index.js")).toBe("new");
  expect(await read("node_modules/runner/ran")).toBeUndefined();
  expect(await read("node_modules/@clone/api/src/main.ts")).toContain("started");
  expect(await read("node_modules/gone/package.json")).toBeUndefined();
  expect(await read("node_modules/.cache/kept")).toBe("kept");
  expect(await read(".install/package.json")).toBeUndefined();
});
