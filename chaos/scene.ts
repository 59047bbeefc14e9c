import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { smtpPeer, type SmtpPeer } from "../api/test/smtpPeer.ts";
import { brokenBooks } from "./checks/books.ts";
import { brokenPromises, promisedSoFar } from "./checks/promises.ts";
import { damagedFiles, lostMails, readFromFolder, unfinishedWork } from "./checks/completeness.ts";
import { embeddedUrl, withDatabase } from "./database.ts";
import { emptyJournal, type Journal } from "./journal.ts";
import { copyDataFolder } from "./market.ts";
import { startPeople, type Market } from "./people.ts";
import { processesOf } from "./processes.ts";
import { startProduct, type Product } from "./product.ts";

/** Shared by all parts of a run. */
export interface Run {
  seed: number;
  /** The run's own folder, removed at the end. */
  folder: string;
  /** The data folder that every scene starts with. */
  template: string;
  market: Market;
  port: number;
}

/** The running product, with people using it. */
export interface SceneContext {
  product: Product;
  journal: Journal;
  mails: SmtpPeer;
  url: string;
  /** Facts for the report. */
  facts: string[];
  /** Compares everything with what people were told so far, while they continue. */
  check(when: string): Promise<void>;
  /** Resolves when a change requested after this moment was acknowledged; returns after how many ms. */
  untilServed(): Promise<number>;
}

export interface Result {
  name: string;
  tookMs: number;
  journal: Journal;
  facts: string[];
  differences: string[];
  /** Why it could not run on this machine. */
  skipped?: string;
}

export interface SceneOptions {
  settings?: Record<string, string>;
  /** The data folder; in the run's folder by default. */
  dataDir?: string;
  /** Runs on the copied folder, before the product starts on it. */
  prepare?: () => Promise<void>;
  /** Settings of a second server on the same folder and database, which people use as well. */
  second?: Record<string, string>;
  /** Reads a stored file; from the data folder by default. */
  read?: (storageKey: string) => Promise<Buffer>;
}

// Longest time without progress: a mail that failed three times is retried after two minutes.
const stallTimeoutMs = 180_000;
const servedTimeoutMs = 180_000;

/** Runs one scene on a separate product: sets it up, lets `body` do its worst, and checks that all is right in the end. */
export async function runScene(
  run: Run,
  name: string,
  options: SceneOptions,
  body: (scene: SceneContext) => Promise<void>,
): Promise<Result> {
  const startedAt = performance.now();
  const dataDir = options.dataDir ?? path.join(run.folder, name);
  const journal = emptyJournal();
  const { differences } = journal;
  const facts: string[] = [];
  await copyDataFolder(run.template, dataDir);
  await options.prepare?.();
  const mails = await smtpPeer();
  const settings: Record<string, string> = {
    // Long enough to order, short enough that many expire during the run.
    RESERVATION_MINUTES: "0.25",
    SMTP_URL: mails.url,
    ...options.settings,
  };
  const product = await startProduct({ dataDir, port: run.port, settings });
  const second =
    options.second &&
    (await startProduct({
      dataDir,
      port: run.port + 1,
      settings: { ...settings, ...options.second },
    }));
  const addresses = [product, ...(second ? [second] : [])].map(({ address }) => address);
  const people = startPeople(run.market, addresses, run.seed, journal);
  const url = settings.DATABASE_URL ?? (await embeddedUrl(dataDir));
  const untilServed = () => waitUntilServed(journal, product);
  const check = async (when: string) => {
    const found = await runChecks(url, journal);
    differences.push(...found.map((each) => `${when}: ${each}`));
  };
  const scene: SceneContext = { product, journal, mails, url, facts, check, untilServed };
  try {
    await body(scene);
    await people.stop();
    await second?.stop();
    const read = options.read ?? readFromFolder(path.join(dataDir, "files"));
    await checkEnd(scene, { ...settings, DATA_DIR: dataDir }, read, run.market.lastFileId);
  } catch (error) {
    differences.push(`The scene broke off: ${(error as Error).message}`);
  } finally {
    people.leave();
    await second?.stop();
    await product.kill();
    await mails.close();
    await rm(dataDir, { recursive: true, force: true });
  }
  return { name, tookMs: performance.now() - startedAt, journal, facts, differences };
}

/** Runs all checks in one snapshot, against what people had been told before it. */
async function runChecks(url: string, journal: Journal): Promise<string[]> {
  const promised = promisedSoFar(journal);
  return await withDatabase(url, (db) =>
    db
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute(async (tx) => [...(await brokenPromises(tx, promised)), ...(await brokenBooks(tx))]),
  );
}

async function waitUntilServed(journal: Journal, product: Product): Promise<number> {
  const startedAt = performance.now();
  while (journal.lastChangeRequestedAt <= startedAt) {
    if (performance.now() - startedAt > servedTimeoutMs) {
      throw new Error(
        `Nobody was served for ${servedTimeoutMs / 1000} s; starts: ${product.starts.count}. It said:\n${product.output()}`,
      );
    }
    await sleep(20);
  }
  return performance.now() - startedAt;
}

/** After everybody has stopped: all work gets finished, nothing is missing, and a stop leaves nothing behind. */
async function checkEnd(
  scene: SceneContext,
  settings: Record<string, string>,
  read: (storageKey: string) => Promise<Buffer>,
  lastFileId: number,
): Promise<void> {
  const { product, journal, mails, url, facts } = scene;
  const { differences } = journal;
  const { dataDir } = product;
  // A run in which nobody achieved anything would prove nothing.
  for (const action of ["order", "approve", "pay"]) {
    if (!journal.counts.actions[action]) differences.push(`Nobody was able to ${action}`);
  }
  for (const sentence of product.starts.failed) {
    if (sentence.startsWith("CRASHED")) differences.push(sentence);
  }
  await product.untilReady();
  const startedAt = performance.now();
  const unfinished = await withDatabase(url, async (db) => {
    let [fewest, fewestAt] = [Infinity, startedAt];
    for (;;) {
      const waiting = await unfinishedWork(db);
      if (waiting.length < fewest) [fewest, fewestAt] = [waiting.length, performance.now()];
      if (waiting.length === 0 || performance.now() - fewestAt > stallTimeoutMs) return waiting;
      await sleep(200);
    }
  });
  differences.push(
    ...unfinished.map((each) => `Nothing was done for ${stallTimeoutMs / 1000} s: ${each}`),
  );
  facts.push(`all work was done ${seconds(performance.now() - startedAt)} after the last request`);
  await scene.check("In the end");
  const { lost, duplicates } = await withDatabase(url, (db) => lostMails(db, mails.received));
  differences.push(...lost);
  facts.push(
    `${mails.received.length} mails taken by the mail server, ${duplicates} of them again under the same Message-ID`,
  );
  differences.push(...(await withDatabase(url, (db) => damagedFiles(db, lastFileId, read))));
  for (const command of ["ledger:verify", "audit:verify"]) {
    const { code, output } = await runCommand(command, settings);
    if (code !== 0) differences.push(`npm run ${command} ended with ${code}: ${output}`);
    facts.push(`${command}: ${output.trim().split("\n").at(-1)}`);
  }
  const { code, tookMs } = await product.stop();
  if (code !== 0) differences.push(`The stop ended with ${code}: ${product.output()}`);
  for (const pid of processesOf(dataDir)) differences.push(`Process ${pid} is left after the stop`);
  facts.push(`stopped in ${seconds(tookMs)}`);
}

async function runCommand(command: string, settings: Record<string, string>) {
  const root = path.resolve(import.meta.dirname, "..");
  const child = spawn(process.execPath, [path.join(root, "scripts/run.mjs"), command], {
    env: { ...process.env, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, output };
}

/** Formats milliseconds as seconds: `1.5 s`. */
export const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Creates a folder within the run's. */
export async function createFolder(run: Run, name: string): Promise<string> {
  const folder = path.join(run.folder, name);
  await mkdir(folder, { recursive: true });
  return folder;
}
