import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp, type TestApp } from "../../test/app.ts";

const username = "first@market.example";
let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

/** Runs the command with a password on its input; returns its exit code and output. */
async function create(
  password: string,
  names: string[] = [],
  databaseUrl = t.databaseUrl,
): Promise<{ code: number | null; output: string }> {
  const file = path.join(import.meta.dirname, "admin-create.ts");
  const child = spawn(process.execPath, [file, "--username", username, ...names], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
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

// Each process takes time: one case each shows that the rules are applied; the rules' own tests have the others.
test.each([
  ["password123", "too easy to guess"],
  ["Carbon-Demo-2026", "README shows"],
  ["this is first@market.example", "must not contain your email"],
  ["", "No password was given"],
])("The first Admin's password must not be like %s", async (password, why) => {
  const { code, output } = await create(password);
  expect(code).not.toBe(0);
  expect(output).toContain(why);
  expect((await logIn("password123")).status).toBe(401);
});

test.each([
  ["--first-name", ""],
  ["--last-name", "at www.evil.example"],
])(
  "The first Admin's name follows the rules for all users, checked before the database: %s %j",
  async (option, name) => {
    const nowhere = "postgresql://127.0.0.1:1/nowhere";
    const { code, output } = await create("harbour lights at dusk", [option, name], nowhere);
    expect(code).toBe(1);
    expect(output).toMatch(
      new RegExp(`^${option} must be a name of 1 to 100 characters, .*\\.\n$`),
    );
  },
);

test.each([
  ["admin-create", ["--username", "foo"], '--username "foo" is not an email address'],
  ["import", ["--projects", "p.csv"], "--vintages is missing: the path of a CSV file."],
  ["restore", ["--from="], "--from is missing: the path of a file."],
])("%s with %j prints what is missing or wrong, and its usage", async (name, args, what) => {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, `${name}.ts`), ...args]);
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output += String(chunk)));
  expect(await new Promise((resolve) => child.on("close", resolve))).toBe(1);
  expect(output.startsWith(what)).toBe(true);
  expect(output).toMatch(/\nUsage: npm run /);
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
