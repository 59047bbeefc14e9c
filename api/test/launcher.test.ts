import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tasks } from "../../scripts/launcher/tasks.mjs";

const root = path.resolve(import.meta.dirname, "../..");

const settings = ["api/src/settings.mjs", "api/src/settingValues.mjs"];

/** A fresh clone: no packages, no built pages. */
let clone: string;
beforeAll(async () => {
  clone = await mkdtemp(path.join(tmpdir(), "tonneline-clone-"));
  for (const part of ["scripts", "package.json", "package-lock.json", ...settings]) {
    await cp(path.join(root, part), path.join(clone, part), { recursive: true });
  }
});
afterAll(() => rm(clone, { recursive: true, force: true }));

async function launch(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["scripts/run.mjs", ...args], {
    cwd: clone,
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, error, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.once("close", resolve)),
  ]);
  return { out, lines: error.trim().split("\n"), code };
}
const parts = () => readdir(clone).then((names) => names.sort());
const untouched = ["api", "package-lock.json", "package.json", "scripts"];

test("the launcher also runs on the first Node 20, which has no import.meta.dirname", async () => {
  const launcher = await readdir(path.join(clone, "scripts/launcher"));
  const early = launcher.map((name) => `scripts/launcher/${name}`);
  for (const file of [...early, "scripts/run.mjs", ...settings]) {
    const source = await readFile(path.join(clone, file), "utf8");
    expect(source, file).not.toMatch(/import\.meta\.(?:dirname|filename)/);
  }
});

test("wrong settings are reported one per line before anything is installed", async () => {
  const { lines, out, code } = await launch(["start"], {
    PORT: "http",
    DATABSE_URL: "postgresql://db.example/market",
    SMTP_URL: "mail.example",
    S3_ENDPOINT: "https://s3.example",
    FLAGSMITH_ENVIRONMENT_KEY: "ser.key",
    NODE_ENV: "production",
    JWT_SECRET: "short",
  });
  expect(code).toBe(1);
  expect(out).toBe("");
  expect(lines.map((line) => line.split("; for example")[0])).toEqual([
    "DATABSE_URL is not a setting: did you mean DATABASE_URL?",
    "PORT must be a number",
    "JWT_SECRET must have at least 32 characters",
    "SMTP_URL must be an address that begins with smtp:// or smtps://",
    "S3_REGION is required with S3_ENDPOINT",
    "S3_BUCKET is required with S3_ENDPOINT",
    "S3_ACCESS_KEY_ID is required with S3_ENDPOINT",
    "S3_SECRET_ACCESS_KEY is required with S3_ENDPOINT",
    "FLAGSMITH_API_URL is required with FLAGSMITH_ENVIRONMENT_KEY",
  ]);
  expect(await parts()).toEqual(untouched);
});

test.each([
  [["start", "--prot", "3001"], "Unknown option '--prot'"],
  [["start", "3001"], "Unexpected argument '3001'"],
  [["import", "--project", "a.csv"], "Unknown option '--project'"],
  [["ledger:verify", "--fix"], "Unknown option '--fix'"],
  [["test", "api/test/launcher.test.ts"], "npm run test takes no arguments"],
  [["strat"], 'Unknown task "strat"'],
])("%j ends with one line before anything is installed", async (args, expected) => {
  const { lines, out, code } = await launch(args);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(lines).toEqual([expect.stringContaining(expected)]);
  expect(await parts()).toEqual(untouched);
});

test.each([
  ["start", "DATABASE_URL"],
  ["import", "npm run import takes --projects, --vintages, --annual, --dry-run."],
  ["backup", "npm run backup takes --to."],
  ["migrate", "npm run migrate takes no arguments."],
  ["check", "npm run check takes no arguments."],
  ["bench", "npm run bench [-- [--check]"],
  ["bench:lists", "BENCH_ROWS"],
])("%s --help is answered without packages, even if a setting is wrong", async (task, expected) => {
  const { out, code } = await launch([task, "--help"], { PORT: "http" });
  expect(code).toBe(0);
  expect(out).toContain(expected);
  expect(await parts()).toEqual(untouched);
});

const commands = Object.entries(tasks).filter(([, { file }]) => file?.includes("/commands/"));
test.each(commands)("%s accepts the documented options of its command", async (name, task) => {
  const [source, readme] = await Promise.all(
    [task.file!, "README.md"].map((file) => readFile(path.join(root, file), "utf8")),
  );
  const own = [...source!.matchAll(/([\w-]+)"?: \{ type: "(\w+)"/g)];
  const only = [...source!.matchAll(/fileArgument\("(\w+)"/g)];
  const read = [...own, ...only].map(([, option, type = "string"]) => [option, type]);
  expect(task.options).toEqual(Object.fromEntries(read));
  const [documented = ""] = new RegExp(`npm run ${name} .*?\``).exec(readme!) ?? [];
  for (const [, option] of documented.matchAll(/--([\w-]+)/g)) {
    expect(task.options).toHaveProperty(option!);
  }
});
