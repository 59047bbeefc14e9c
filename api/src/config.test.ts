import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { jwtSecret, readConfig, warningsOf } from "./config.ts";
import { StartupError } from "./core/startup.ts";
import { helpText } from "./settings.mjs";

const SMTP_URL = "smtp://user:password@mail.example:587";
function linesOf(env: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(StartupError);
    return (error as StartupError).message.split("\n");
  }
  return [];
}

describe("without any setting", () => {
  test("it listens on this machine only and holds credits for 30 minutes", () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      dataDir: path.resolve("data"),
      publicUrl: "http://127.0.0.1:3000",
      reservationMinutes: 30,
      production: false,
    });
  });

  test("all external services are off", () => {
    const config = readConfig({ DATABASE_URL: "", SMTP_URL: "  " });
    expect(config.databaseUrl).toBeUndefined();
    expect(config.smtpUrl).toBeUndefined();
    expect(config.s3).toBeUndefined();
    expect(config.flagsmith).toBeUndefined();
  });
});

test("a hold may be a fraction of a minute", () => {
  expect(readConfig({ RESERVATION_MINUTES: "0.05" }).reservationMinutes).toBe(0.05);
});

test("PORT and METRICS_PORT must differ, whichever of them is set", () => {
  const line = "METRICS_PORT must be another port than PORT; for example METRICS_PORT=9464";
  expect(linesOf({ PORT: "3001", METRICS_PORT: "3001" })).toEqual([line]);
  expect(linesOf({ METRICS_PORT: "3000" })).toEqual([line]);
  expect(linesOf({ PORT: "x" })).toHaveLength(1);
  expect(readConfig({ PORT: "3001", METRICS_PORT: "3000" })).toMatchObject({ port: 3001 });
});

test("a public address loses its trailing slash", () => {
  expect(readConfig({ PUBLIC_URL: "https://market.example/" }).publicUrl).toBe(
    "https://market.example",
  );
});

test("an empty list of proxies is refused: 'none' must be explicit", () => {
  expect(readConfig({ TRUSTED_PROXIES: "none" }).trustedProxies).toEqual([]);
  expect(linesOf({ TRUSTED_PROXIES: "," })).toEqual([
    "TRUSTED_PROXIES names no proxy: if there is none, write 'none'; for example TRUSTED_PROXIES=loopback,10.0.0.0/8",
  ]);
});

test.each([
  ["PORT", "abc"],
  ["PORT", "65536"],
  ["PORT", "30.5"],
  ["PORT", "-1"],
  ["PORT", "0"],
  ["HOST", "my host"],
  ["HOST", "999.1.1.1"],
  ["HOST", "http://foo"],
  ["HOST", "127.0.0.1:3000"],
  ["HOST", "[::1]"],
  ["PRODUCTION_HOST", "https://market.example"],
  ["PRODUCTION_HOST", "market.example/"],
  ["TEST_HOST", "test market"],
  ["PUBLIC_URL", "https://market.example/?from=mail"],
  ["PUBLIC_URL", "https://market.example/#top"],
  ["PUBLIC_URL", "https://shop@market.example"],
  ["PUBLIC_URL", "https://:secret@market.example"],
  ["PUBLIC_URL", "https://market.example/shop"],
  ["SENTRY_DSN", "https://errors.example/1"],
  ["SENTRY_DSN", "https://key@errors.example"],
  ["SENTRY_DSN", "https://key@errors.example/market"],
  ["DATA_DIR", "/etc/passwd"],
  ["DATA_DIR", "/etc/passwd/data"],
  ["BANK_FOLDER", "/etc/passwd"],
  ["BANK_FOLDER", "/etc/passwd/bank"],
  ["DATABASE_URL", "mysql://db.example/tonneline"],
  ["PUBLIC_URL", "market.example"],
  ["JWT_SECRET", "short"],
  ["SMTP_URL", "mail.example:25"],
  ["SMTP_URL", "smtp://:25"],
  ["MAIL_FROM", "Market"],
  ["MAIL_FROM", "Market <no-reply>"],
  ["MAIL_FROM", "Market <no-reply@market.example"],
  ["MAIL_FROM", "one@market.example, two@market.example"],
  ["MAIL_FROM", "Market: <no-reply@market.example>"],
  ["S3_ENDPOINT", "ftp://files.example"],
  ["FLAGSMITH_API_URL", "flags"],
  ["SENTRY_DSN", "key@errors.example"],
  ["CONTACT_FORM_URL", "javascript:alert(1)"],
  ["MEETING_URL", "meet.example"],
  ["VIES_URL", "ec.europa.eu"],
  ["RESERVATION_MINUTES", "-5"],
  ["NODE_ENV", "live"],
  ["ROLE", "database"],
  ["LOG_LEVEL", "loud"],
  ["DATABASE_REPLICA_URL", "mysql://db.example/tonneline"],
  ["DB_WAIT", "-1"],
  ["RESERVATION_MINUTES", "soon"],
])("%s=%s is refused by name, with an example and without its value", (name, value) => {
  const lines = linesOf({ [name]: value }).filter((line) => line.startsWith(`${name} `));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("for example");
  expect(lines[0]!.split("; for example")[0]).not.toContain(value);
});

test.each([
  ["SMTP_URL", "smtp://shop:pa/ss@mail.example:587"],
  ["SMTP_URL", "smtp://shop:pa#ss@mail.example:587"],
  ["SMTP_URL", "smtp://shop:p@a/ss@mail.example:587"],
  ["SMTP_URL", "smtps://shop:25#ss@mail.example"],
  ["DATABASE_URL", "postgresql://shop:pa?ss@db.example/market"],
  ["DATABASE_URL", "postgresql://shop:p@a#ss@db.example/market"],
  ["DATABASE_REPLICA_URL", "postgresql://shop:5/ss@db.example/market"],
])("%s=%s is refused with the way to escape a password in a URL", (name, value) => {
  const lines = linesOf({ [name]: value }).filter((line) => line.startsWith(`${name} `));
  expect(lines).toEqual([
    expect.stringMatching(/ \/ \? # @ : % in a user or password are written %2F %3F %23 %40 /),
  ]);
});

test.each([
  ["SMTP_URL", "smtp://shop:p%2Fa%23%40@mail.example:587/?pool=false"],
  ["DATABASE_URL", "postgresql:///market?host=/run/postgresql&user=shop@db"],
  ["DATABASE_URL", "postgresql://shop:p%2Fa%23%40@[::1]:5433/market?sslmode=verify-full"],
  ["HOST", "0.0.0.0"],
  ["HOST", "fe80::1%eth0"],
  ["HOST", "Market_1"],
  ["PRODUCTION_HOST", "Market.example"],
  ["PRODUCTION_HOST", "127.0.0.1:3000"],
  ["TEST_HOST", "[::1]:3000"],
  ["PUBLIC_URL", "https://market.example:8443//"],
  ["SENTRY_DSN", "http://key@errors.example:9000/base/1"],
  ["BANK_FOLDER", "/tmp/tonneline/not/there"],
])("%s=%s is taken", (name, value) => {
  expect(linesOf({ [name]: value })).toEqual([]);
});

test.each([
  "no-reply@market.example",
  "<no-reply@market.example>",
  "Market <no-reply@localhost>",
  "Märkte & Söhne <no-reply@märkte.example>",
  "Market, Credits <no-reply@market.example>",
  '"Market: Credits" <no-reply@market.example>',
])("mails may come from %s", (sender) => {
  expect(readConfig({ MAIL_FROM: sender }).mailFrom).toBe(sender);
});

test("every bad variable is reported on a separate line", () => {
  const lines = linesOf({ PORT: "x", PUBLIC_URL: "y", RESERVATION_MINUTES: "z" });
  expect(lines.map((line) => line.split(" ")[0])).toEqual([
    "PORT",
    "PUBLIC_URL",
    "RESERVATION_MINUTES",
  ]);
});

test("an incomplete file store or flag service is refused", () => {
  expect(linesOf({ S3_ENDPOINT: "https://s3.example" }).map((line) => line.split(" ")[0])).toEqual([
    "S3_REGION",
    "S3_BUCKET",
    "S3_ACCESS_KEY_ID",
    "S3_SECRET_ACCESS_KEY",
  ]);
  expect(linesOf({ FLAGSMITH_API_URL: "https://flags.example" })[0]).toMatch(
    /^FLAGSMITH_ENVIRONMENT_KEY /,
  );
});

test("a replica requires the URL of its database", () => {
  const DATABASE_REPLICA_URL = "postgresql://replica.example/market";
  expect(linesOf({ DATABASE_REPLICA_URL })).toEqual([
    expect.stringMatching(/^DATABASE_URL is required with DATABASE_REPLICA_URL/),
  ]);
  const DATABASE_URL = "postgresql://db.example/market";
  expect(readConfig({ DATABASE_URL, DATABASE_REPLICA_URL }).databaseReplicaUrl).toBe(
    DATABASE_REPLICA_URL,
  );
});

test.each([
  ["DATABSE_URL", "DATABASE_URL"],
  ["JWT_SECERT", "JWT_SECRET"],
  ["S3_ACESS_KEY_ID", "S3_ACCESS_KEY_ID"],
  ["SMPT_URL", "SMTP_URL"],
  ["PROT", "PORT"],
  ["database_url", "DATABASE_URL"],
  ["TRUSTED_PROXY", "TRUSTED_PROXIES"],
  ["TRUST_PROXY", "TRUSTED_PROXIES"],
  ["S3_SECRET_ACESS_KEY", "S3_SECRET_ACCESS_KEY"],
])("%s is reported as a misspelt %s, without its value", (given, meant) => {
  expect(linesOf({ [given]: "whatever" })).toEqual([
    `${given} is not a setting: did you mean ${meant}?`,
  ]);
});

test("variables of other programs are not reported as misspelt", () => {
  const others = { PATH: "/bin", HOME: "/root", HOSTNAME: "a", PWD: "/", SHELL: "sh", USER: "me" };
  const neighbours = { AWS_REGION: "eu", PGPORT: "5432", SMTP_PORT: "25", DB_HOST: "db" };
  expect(linesOf({ ...others, ...neighbours, npm_config_port: "1" })).toEqual([]);
});

describe("in production mode", () => {
  test("a secret is required", () => {
    expect(linesOf({ NODE_ENV: "production", SMTP_URL })[0]).toMatch(/^JWT_SECRET is required/);
  });

  test("mails stay local without a mail server, as with 'inbox'", () => {
    const JWT_SECRET = "Vb0pJp1Y2tP3QKZ1t9tM0m5s7xw4n8r6";
    for (const kept of [{}, { SMTP_URL: "inbox" }]) {
      expect(readConfig({ NODE_ENV: "production", JWT_SECRET, ...kept }).smtpUrl).toBeUndefined();
    }
    const sent = readConfig({ NODE_ENV: "production", JWT_SECRET, SMTP_URL });
    expect(sent.smtpUrl).toBe(SMTP_URL);
  });

  test.each([
    [{}, [/^NO MAIL LEAVES/, /begin with http:\/\/127\.0\.0\.1:3000\. Set PUBLIC_URL/]],
    [{ SMTP_URL, HOST: "0.0.0.0", PORT: "80" }, [/begin with http:\/\/127\.0\.0\.1:80\. /]],
    [{ SMTP_URL, PUBLIC_URL: "https://localhost" }, [/begin with https:\/\/localhost\. /]],
    [{ SMTP_URL, PUBLIC_URL: "https://market.example" }, []],
    [{ NODE_ENV: "development" }, []],
  ])("a start with %j warns of mails and links that reach nobody", (given, warnings) => {
    const JWT_SECRET = "Vb0pJp1Y2tP3QKZ1t9tM0m5s7xw4n8r6";
    const printed = warningsOf(readConfig({ NODE_ENV: "production", JWT_SECRET, ...given }));
    expect(printed).toEqual(warnings.map((each) => expect.stringMatching(each)));
  });

  test.each([
    "demo-secret-demo-secret-demo-secret",
    "a".repeat(40),
    "change-me-change-me-change-me-please",
  ])("the secret %s is refused as a demonstration secret", (secret) => {
    const lines = linesOf({ NODE_ENV: "production", SMTP_URL, JWT_SECRET: secret });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^JWT_SECRET is a demonstration secret/);
    expect(linesOf({ JWT_SECRET: secret })).toEqual([]);
  });

  test("a configured secret is used", async () => {
    const secret = "Vb0pJp1Y2tP3QKZ1t9tM0m5s7xw4n8r6";
    const config = readConfig({ NODE_ENV: "production", SMTP_URL, JWT_SECRET: secret });
    expect(config.production).toBe(true);
    expect(await jwtSecret(config)).toBe(secret);
  });
});

test.each([
  [{}, true],
  [{ HOST: "localhost" }, true],
  [{ HOST: "127.0.0.2" }, true],
  [{ HOST: "::1" }, true],
  [{ HOST: "0.0.0.0" }, false],
  [{ HOST: "::" }, false],
  [{ HOST: "192.168.1.5" }, false],
  [{ HOST: "127.0.0.1.example.org" }, false],
  [{ PUBLIC_URL: "https://market.example" }, true],
  [{ HOST: "0.0.0.0", NODE_ENV: "development" }, true],
  [{ NODE_ENV: "development", DATABASE_URL: "postgresql://db.example/market" }, false],
  [{ NODE_ENV: "production", SMTP_URL, JWT_SECRET: "Vb0pJp1Y2tP3QKZ1t9tM0m5s7xw4n8r6" }, false],
])("with %j demonstration accounts may log in: %s", (env, letIn) => {
  expect(readConfig(env).demonstrationAccounts).toBe(letIn);
});

test.each([
  ["smtp://mail.example:587", true],
  ["smtp://10.0.0.5", true],
  ["smtp://127.0.0.1.example", true],
  ["smtps://mail.example", true],
  ["smtp://127.0.0.1:1025", false],
  ["smtp://[::1]:1025", false],
  ["smtp://localhost", false],
])("in production mode mails to %s require TLS: %s", (address, asked) => {
  const JWT_SECRET = "Vb0pJp1Y2tP3QKZ1t9tM0m5s7xw4n8r6";
  const config = readConfig({ NODE_ENV: "production", SMTP_URL: address, JWT_SECRET });
  expect(config.mailTls).toBe(asked);
  expect(readConfig({ SMTP_URL: address }).mailTls).toBe(false);
});

test("the secret is generated once, readable by its owner only", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "tonneline-secret-"));
  try {
    const config = readConfig({ DATA_DIR: path.join(folder, "data") });

    const secrets = await Promise.all([jwtSecret(config), jwtSecret(config), jwtSecret(config)]);

    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]!.length).toBeGreaterThanOrEqual(32);
    const file = path.join(config.dataDir, "jwt-secret");
    expect(await readFile(file, "utf8")).toBe(secrets[0]);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(config.dataDir)).mode & 0o777).toBe(0o700);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("a truncated secret is reported, not used", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "tonneline-secret-"));
  try {
    await writeFile(path.join(folder, "jwt-secret"), "");
    await expect(jwtSecret(readConfig({ DATA_DIR: folder }))).rejects.toThrow(StartupError);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("a secret that cannot be read or created is reported in a sentence", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "tonneline-secret-"));
  const file = path.join(folder, "jwt-secret");
  try {
    await mkdir(file);
    await expect(jwtSecret(readConfig({ DATA_DIR: folder }))).rejects.toMatchObject({
      name: "StartupError",
      message: `The file ${file} cannot be read (EISDIR).`,
    });
    await rm(file, { recursive: true });
    await writeFile(path.join(folder, "data"), "");
    const config = { ...readConfig({}), dataDir: path.join(folder, "data/below") };
    await expect(jwtSecret(config)).rejects.toMatchObject({
      name: "StartupError",
      message: `The folder ${config.dataDir} cannot be written.`,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("the help names every variable that is read", async () => {
  const source = await readFile(path.join(import.meta.dirname, "config.ts"), "utf8");
  const read = [...source.matchAll(/values\.([A-Z][A-Z0-9_]+)/g)].map(([, name]) => name!);
  expect(read.length).toBeGreaterThan(15);
  for (const name of read) expect(helpText()).toContain(name);
});

test.each([
  ["127.0.0.1", "http://127.0.0.1:3000"],
  ["0.0.0.0", "http://127.0.0.1:3000"],
  ["::", "http://127.0.0.1:3000"],
  ["::1", "http://[::1]:3000"],
  ["fe80::1%eth0", "http://[fe80::1]:3000"],
  ["market.example", "http://market.example:3000"],
])("With HOST %s links begin with %s", (host, address) => {
  expect(readConfig({ HOST: host }).publicUrl).toBe(address);
});
