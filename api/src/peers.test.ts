import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer as createHttpServer, type Server } from "node:http";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import S3rver from "s3rver";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { publicUrl } from "../test/app.ts";
import { smtpPeer, type SmtpPeer } from "../test/smtpPeer.ts";
import { freePort } from "../test/freePort.ts";
import { spawnServer } from "../test/spawned.ts";
import { checkPeers } from "./peers.ts";

let folder: string;
let s3: S3rver;
let mails: SmtpPeer;
let flags: Server;
let s3Url: string;
let flagsUrl: string;
let flagsStatus: number | undefined;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "peers-"));
  s3 = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: "market", configs: [] }],
  });
  s3Url = `http://127.0.0.1:${((await s3.run()) as AddressInfo).port}`;
  mails = await smtpPeer("right");
  flags = createHttpServer(({ url, headers }, response) => {
    const known = headers["x-environment-key"] === "right" && url === "/api/v1/flags/";
    const isPage = !url!.startsWith("/api/");
    const status = isPage ? 200 : (flagsStatus ?? (known ? 200 : 401));
    response.writeHead(status).end(isPage ? "<html>" : "[]");
  }).listen(0, "127.0.0.1");
  await once(flags, "listening");
  flagsUrl = `http://127.0.0.1:${(flags.address() as AddressInfo).port}/api/v1/`;
});
afterAll(async () => {
  flags.close();
  await Promise.all([s3.close(), mails.close()]);
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  mails.behave("takes everything");
  flagsStatus = undefined;
});

const store = (change: object = {}) => ({
  endpoint: s3Url,
  region: "eu-central-1",
  bucket: "market",
  accessKeyId: "S3RVER",
  secretAccessKey: "S3RVER",
  ...change,
});
const login = (password: string) => mails.url.replace("//", `//market:${password}@`);

/** The warnings, or the refusal. */
async function check(settings: Partial<Parameters<typeof checkPeers>[0]>) {
  const lines: string[] = [];
  const refusal = await checkPeers({ mailTls: false, publicUrl, ...settings }, (line) =>
    lines.push(line),
  ).catch(String);
  return { lines, refusal };
}

test("Services that accept the credentials are not mentioned", async () => {
  const flagsmith = { apiUrl: flagsUrl, environmentKey: "right" };
  expect(await check({ s3: store(), smtpUrl: login("right"), flagsmith })).toEqual({
    lines: [],
    refusal: undefined,
  });
  expect(await check({})).toEqual({ lines: [], refusal: undefined });
});

test.each([
  ["a wrong key", { accessKeyId: "other" }, "S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY"],
  ["a bucket that is not there", { bucket: "other" }, "S3_BUCKET"],
])("%s of the file store is reported", async (_what, change, variables) => {
  const { lines, refusal } = await check({ s3: store(change) });
  expect(lines).toEqual([]);
  expect(refusal).toMatch(/^StartupError: The file store http:[^\n]+$/);
  expect(refusal).toContain(variables);
});

test("A wrong password for the mail server is reported but not shown", async () => {
  const { refusal } = await check({ smtpUrl: login("wr0ng") });
  expect(refusal).toMatch(/^StartupError: [^\n]+ refuses the login \(535\): [^\n]+ SMTP_URL\.$/);
  expect(refusal).not.toContain("wr0ng");
});

test.each([
  ["https://märkte.example:8443/shop", "", "xn--mrkte-gra.example"],
  ["https://market.example", "/?name=mx.market.example", "mx.market.example"],
  ["http://192.0.2.7:3000", "", expect.not.stringContaining("192.0.2.7")],
  ["http://localhost:3000", "", expect.not.stringMatching(/^localhost$/)],
])("A mail server is greeted by the name in %s%s", async (at, parameters, name) => {
  const peer = await smtpPeer("right");
  const smtpUrl = `${peer.url.replace("//", "//market:right@")}${parameters}`;
  expect(await check({ smtpUrl, publicUrl: at })).toEqual({ lines: [], refusal: undefined });
  expect([...peer.greetings]).toEqual([name]);
  await peer.close();
});

test("An smtps URL for a mail server that starts without TLS is reported in one line", async () => {
  const { refusal } = await check({ smtpUrl: mails.url.replace("smtp://", "smtps://") });
  expect(refusal).toMatch(/^StartupError: The mail server [^\n]+ begins with smtp:\/\/\.$/);
});

test.each([
  ["none at all", false, /STARTTLS/],
  [
    "a certificate that is signed by nobody",
    true,
    /certificate; name a file .* NODE_EXTRA_CA_CERTS\)/,
  ],
])(
  "A mail server that offers %s instead of trusted TLS is not reported as away",
  async (_, startTls, why) => {
    const peer = await smtpPeer("right", { startTls });
    const smtpUrl = peer.url.replace("smtp://", "smtp://market:right@");
    const lines: string[] = [];
    await checkPeers({ smtpUrl, mailTls: true, publicUrl }, (line) => lines.push(line));
    await peer.close();
    expect(lines).toEqual([expect.stringMatching(why)]);
    expect(lines[0]).toMatch(
      /^The mail server [^\n]+ no TLS that can be trusted \([^\n]+ it does\.$/,
    );
  },
);

test.each([401, 403])("A key that the flag service answers with %d is reported", async (status) => {
  flagsStatus = status;
  const { refusal } = await check({ flagsmith: { apiUrl: flagsUrl, environmentKey: "right" } });
  expect(refusal).toMatch(/^StartupError: [^\n]+: see FLAGSMITH_ENVIRONMENT_KEY\.$/);
});

test.each([404, 200])(
  "A URL without flags (%d) is reported, and does not prevent a start",
  async (status) => {
    flagsStatus = status;
    const apiUrl = status === 200 ? flagsUrl.replace("/api/v1/", "") : flagsUrl;
    const { lines, refusal } = await check({ flagsmith: { apiUrl, environmentKey: "right" } });
    expect(refusal).toBeUndefined();
    expect(lines).toEqual([
      expect.stringMatching(
        / has no flags at this address \(\d+\): see FLAGSMITH_API_URL; [^\n]+$/,
      ),
    ]);
  },
);

test("An https URL for a service without TLS is reported in one line", async () => {
  const flagsmith = { apiUrl: flagsUrl.replace("http:", "https:"), environmentKey: "right" };
  const s3 = store({ endpoint: s3Url.replace("http:", "https:") });
  const { lines } = await check({ s3, flagsmith });
  expect(lines).toHaveLength(2);
  for (const line of lines)
    expect(line).toMatch(/^The [^\n]+ an address with http:\/\/ is meant[^\n]+$/);
});

test("Everything that is wrong is reported at once", async () => {
  const { refusal } = await check({
    s3: store({ accessKeyId: "other" }),
    smtpUrl: login("other"),
    flagsmith: { apiUrl: flagsUrl, environmentKey: "other" },
  });
  expect((refusal as string).split("\n")).toHaveLength(3);
});

test("A service that is away does not prevent a start", async () => {
  const nobody = `127.0.0.1:${await freePort()}`;
  const { lines, refusal } = await check({
    s3: store({ endpoint: `http://${nobody}` }),
    smtpUrl: `smtp://market:right@${nobody}`,
    flagsmith: { apiUrl: `http://${nobody}`, environmentKey: "right" },
  });
  expect(refusal).toBeUndefined();
  expect(lines).toHaveLength(3);
  for (const line of lines) expect(line).toMatch(/^The [^\n]+ is unavailable \([^\n]*ECONNREFUSED/);
});

test("A silent service is given up, and a failing one is not blamed on the settings", async () => {
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  await once(silent, "listening");
  flagsStatus = 503;
  mails.behave("turns away the connection");
  const { lines, refusal } = await check({
    s3: store({ endpoint: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` }),
    smtpUrl: login("right"),
    flagsmith: { apiUrl: flagsUrl, environmentKey: "right" },
  });
  silent.close();
  expect(refusal).toBeUndefined();
  expect(lines).toEqual([
    expect.stringMatching(/^The file store .+ is unavailable \(no answer within 4 s\)/),
    expect.stringContaining("421"),
    expect.stringContaining("(status 503)"),
  ]);
});

test.each(["production", "development"])("A start in %s ends with that sentence", async (mode) => {
  // Wrong credentials are reported before an unreachable database.
  const server = await spawnServer("postgresql://market@127.0.0.1:1/market", {
    NODE_ENV: mode,
    JWT_SECRET: randomBytes(48).toString("base64"),
    SMTP_URL: login("other"),
  });
  expect(await server.ended).toBe(1);
  expect(server.output()).toMatch(
    /^The mail server [^\n]+ see the user and password in SMTP_URL\.\n$/,
  );
  await server.remove();
});
