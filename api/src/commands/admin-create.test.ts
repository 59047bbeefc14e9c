import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testApp, type TestApp } from "../../test/app.ts";

const username = "first@market.example";
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

/** Runs the command with a password on its input; returns its exit code and output. */
async function create(password: string): Promise<{ code: number | null; output: string }> {
  const file = path.join(import.meta.dirname, "admin-create.ts");
  const child = spawn(process.execPath, [file, "--username", username], {
    env: { ...process.env, DATABASE_URL: t.databaseUrl },
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += String(chunk)));
  child.stderr.on("data", (chunk: Buffer) => (output += String(chunk)));
  child.stdin.end(password && `${password}\n`);
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, output };
}

const logIn = (password: string) =>
  t.call(undefined, "POST", "/auth/login", { username, password });

interface Run {
  command: string;
  args: string[];
  password?: string;
  databaseUrl?: string;
}

/** Runs commands one after the other in one process: each loads in seconds, and ends in milliseconds when refused. */
async function runInTurn(runs: Run[]): Promise<{ code: number; output: string }[]> {
  const given = runs.map(({ command, args, password = "", databaseUrl = t.databaseUrl }) => {
    const { href } = pathToFileURL(path.join(import.meta.dirname, `${command}.ts`));
    return { href, args, input: `${password}\n`, databaseUrl };
  });
  const program = `
    import { Readable } from "node:stream";
    const exit = process.exit;
    const outcomes = [];
    // Also when one of them does not end as it should.
    process.on("exit", () => process.stdout.write(JSON.stringify(outcomes)));
    console.log = console.error = (text) => (outcomes.at(-1).output += text + "\\n");
    for (const { href, args, input, databaseUrl } of ${JSON.stringify(given)}) {
      outcomes.push({ output: "" });
      process.argv = [process.execPath, href, ...args];
      process.env.DATABASE_URL = databaseUrl;
      Object.defineProperty(process, "stdin", { value: Readable.from([input]), configurable: true });
      outcomes.at(-1).code = await new Promise((resolve) => {
        process.exit = resolve;
        void import(href + "?" + outcomes.length);
      });
    }
    exit(0);`;
  const child = spawn(process.execPath, ["--input-type=module", "-"]);
  child.stdin.end(program);
  return JSON.parse(await text(child.stdout));
}

describe("A command that is refused", () => {
  const adminNamed = (...names: string[]): Run => ({
    command: "admin-create",
    args: ["--username", username, ...names],
    password: "harbour lights at dusk",
    // It is refused before it uses the database.
    databaseUrl: "postgresql://127.0.0.1:1/nowhere",
  });
  const adminWith = (password: string): Run => ({
    command: "admin-create",
    args: ["--username", username],
    password,
  });
  const aName = "must be a name of 1 to 100 characters, .*\\.";
  const usage = "(.*\\n)?Usage: npm run .*";
  // One case each shows that the rules are applied; the rules' own tests have the others.
  const cases: [string, Run, string][] = [
    ["a password on every list", adminWith("password123"), ".*too easy to guess.*"],
    ["the demonstration's password", adminWith("Carbon-Demo-2026"), ".*README shows.*"],
    [
      "a password with the username",
      adminWith(`this is ${username}`),
      ".*must not contain your email.*",
    ],
    ["an empty first name", adminNamed("--first-name", ""), `--first-name ${aName}`],
    [
      "an address as the last name",
      adminNamed("--last-name", "at www.evil.example"),
      `--last-name ${aName}`,
    ],
    [
      "a username that is no address",
      { command: "admin-create", args: ["--username", "foo"] },
      `--username "foo" is not an email address.*\\n${usage}`,
    ],
    [
      "an import without vintages",
      { command: "import", args: ["--projects", "p.csv"] },
      `--vintages is missing: the path of a CSV file\\.\\n${usage}`,
    ],
    [
      "a restore from nothing",
      { command: "restore", args: ["--from="] },
      `--from is missing: the path of a file\\.\\n${usage}`,
    ],
  ];
  let outcomes: Awaited<ReturnType<typeof runInTurn>>;
  beforeAll(async () => {
    outcomes = await runInTurn(cases.map(([, run]) => run));
  });

  test.each(cases.map(([what, , says], at) => ({ what, says, at })))(
    "ends with 1 and says what is wrong: $what",
    ({ says, at }) => {
      expect(outcomes[at]!.code).toBe(1);
      expect(outcomes[at]!.output).toMatch(new RegExp(`^${says}\n$`));
    },
  );

  test("makes no Admin", async () => {
    expect((await logIn("password123")).status).toBe(401);
    expect(await create("")).toMatchObject({
      code: 1,
      output: expect.stringContaining("No password was given"),
    });
    expect(await t.db.selectFrom("users").select("username").execute()).toEqual([]);
  });
});

// On Linux, runs a command in a terminal.
const scriptProgram = "/usr/bin/script";
test.runIf(process.platform === "linux" && existsSync(scriptProgram))(
  "A terminal does not show the typed password",
  async () => {
    const file = path.join(import.meta.dirname, "admin-create.ts");
    const command = `"${process.execPath}" "${file}" --username another@market.example`;
    const child = spawn(scriptProgram, ["--quiet", "--return", "--command", command, "/dev/null"], {
      env: { ...process.env, DATABASE_URL: t.databaseUrl },
    });
    let shown = "";
    child.stdout.on("data", (chunk: Buffer) => {
      if (!shown.includes("Password") && String(chunk).includes("Password")) {
        child.stdin.write("harbour lights at dusk\r");
      }
      shown += String(chunk);
    });
    const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
    expect(shown).toContain("another@market.example can log in now.");
    expect(shown).not.toContain("harbour");
    expect(code).toBe(0);
  },
);

test("The first Admin logs in with a good password", async () => {
  const password = "harbour lights at dusk";
  expect(await create(password)).toMatchObject({ code: 0 });
  expect((await logIn(password)).status).toBe(200);
});

test("The audit log has one entry for an Admin made at the command line", async () => {
  expect(await create("harbour lights at dusk")).toMatchObject({ code: 1 });
  const noted = await t.db
    .selectFrom("audit_entries")
    .select(["actor", "action", "after"])
    .where("thing_type", "=", "user")
    .where("thing_name", "=", username)
    .execute();
  expect(noted).toEqual([
    { actor: "Command line", action: "user.change", after: { role: "Admin" } },
  ]);
});

test("If Admins need a second factor, the first one can only set it up at first, then use everything", async () => {
  const password = "harbour lights at dusk";
  const production = await testApp({ databaseUrl: t.databaseUrl, adminsNeedSecondFactor: true });
  const { body: pair } = await logIn(password);
  const caller = { userId: 0, authToken: pair.authToken as string };
  const settings = () => production.call(caller, "GET", "/management/settings");
  expect(await settings()).toMatchObject({ status: 403, body: { code: "SECOND_FACTOR_NEEDED" } });
  const { body: begun } = await production.call(caller, "POST", "/me/second-factor", {
    currentPassword: password,
  });
  const code = new TOTP({ secret: Secret.fromBase32(begun.secret) }).generate();
  const confirmed = await production.call(caller, "POST", "/me/second-factor/confirm", { code });
  expect(confirmed.status).toBe(200);
  expect((await settings()).status).toBe(200);
  await production.close();
});
