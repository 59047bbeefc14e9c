import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { smtpPeer, type SmtpPeer } from "../api/test/smtpPeer.ts";
import { brokenBooks } from "./checks/books.ts";
import { brokenPromises, promisedSoFar } from "./checks/promises.ts";
import { damagedFiles, lostMails, readFrom, unfinished } from "./checks/rest.ts";
import { embeddedUrl, withDatabase } from "./database.ts";
import { emptyJournal, type Journal } from "./journal.ts";
import { copyFolder } from "./market.ts";
import { letPeopleWork, type Market } from "./people.ts";
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
export interface Stage {
  product: Product;
  journal: Journal;
  mails: SmtpPeer;
  url: string;
  /** Facts for the report. */
  facts: string[];
  /** Compares everything with what people were told so far, while they continue. */
  check(when: string): Promise<void>;
  /** Resolves when a change requested after this moment was acknowledged; returns after how many ms. */
  untilSomebodyIsServed(): Promise<number>;
}

export interface Result {
  name: string;
  tookMs: number;
  journal: Journal;
  facts: string[];
  differences: string[];
  /** Why it could not be played on this machine. */
  skipped?: string;
}

export interface Setting {
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
const restMs = 180_000;
const servedMs = 180_000;

/** Plays one scene on a separate product: sets it up, lets `play` do its worst, and checks that all is right in the end. */
export async function onStage(
  run: Run,
  name: string,
  setting: Setting,
  play: (stage: Stage) => Promise<void>,
): Promise<Result> {
  const begun = performance.now();
  const dataDir = setting.dataDir ?? path.join(run.folder, name);
  const journal = emptyJournal();
  const { differences } = journal;
  const facts: string[] = [];
  await copyFolder(run.template, dataDir);
  await setting.prepare?.();
  const mails = await smtpPeer();
  const settings: Record<string, string> = {
    // Long enough to order, short enough that many expire during the run.
    RESERVATION_MINUTES: "0.25",
    SMTP_URL: mails.url,
    ...setting.settings,
  };
  const product = await startProduct({ dataDir, port: run.port, settings });
  const second =
    setting.second &&
    (await startProduct({
      dataDir,
      port: run.port + 1,
      settings: { ...settings, ...setting.second },
    }));
  const addresses = [product, ...(second ? [second] : [])].map(({ address }) => address);
  const people = letPeopleWork(run.market, addresses, run.seed, journal);
  const url = settings.DATABASE_URL ?? (await embeddedUrl(dataDir));
  const untilSomebodyIsServed = () => servedAfter(journal, product);
  const check = async (when: string) => {
    const found = await wrongNow(url, journal);
    differences.push(...found.map((each) => `${when}: ${each}`));
  };
  const stage: Stage = { product, journal, mails, url, facts, check, untilSomebodyIsServed };
  try {
    await play(stage);
    await people.stop();
    await second?.stop();
    const read = setting.read ?? readFrom(path.join(dataDir, "files"));
    await endIsRight(stage, { ...settings, DATA_DIR: dataDir }, read, run.market.lastFileId);
  } catch (error) {
    differences.push(`The scene broke off: ${(error as Error).message}`);
  } finally {
    people.leave();
    await second?.stop();
    await product.end();
    await mails.close();
    await rm(dataDir, { recursive: true, force: true });
  }
  return { name, tookMs: performance.now() - begun, journal, facts, differences };
}

/** Runs all checks in one snapshot, against what people had been told before it. */
async function wrongNow(url: string, journal: Journal): Promise<string[]> {
  const promised = promisedSoFar(journal);
  return await withDatabase(url, (db) =>
    db
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute(async (tx) => [...(await brokenPromises(tx, promised)), ...(await brokenBooks(tx))]),
  );
}

async function servedAfter(journal: Journal, product: Product): Promise<number> {
  const begun = performance.now();
  while (journal.lastChangeBegunAt <= begun) {
    if (performance.now() - begun > servedMs) {
      throw new Error(
        `Nobody was served for ${servedMs / 1000} s; starts: ${product.starts.count}. It said:\n${product.output()}`,
      );
    }
    await sleep(20);
  }
  return performance.now() - begun;
}

/** After everybody has stopped: all work gets finished, nothing is missing, and a stop leaves nothing behind. */
async function endIsRight(
  stage: Stage,
  settings: Record<string, string>,
  read: (storageKey: string) => Promise<Buffer>,
  lastFileId: number,
): Promise<void> {
  const { product, journal, mails, url, facts } = stage;
  const { differences } = journal;
  const { dataDir } = product;
  // A run in which nobody achieved anything would prove nothing.
  for (const action of ["order", "approve", "pay"]) {
    if (!journal.counts.actions[action]) differences.push(`Nobody was able to ${action}`);
  }
  for (const sentence of product.starts.failed) {
    if (sentence.startsWith("CRASHED")) differences.push(sentence);
  }
  await product.isReady();
  const begun = performance.now();
  const left = await withDatabase(url, async (db) => {
    let [fewest, fewestAt] = [Infinity, begun];
    for (;;) {
      const waiting = await unfinished(db);
      if (waiting.length < fewest) [fewest, fewestAt] = [waiting.length, performance.now()];
      if (waiting.length === 0 || performance.now() - fewestAt > restMs) return waiting;
      await sleep(200);
    }
  });
  differences.push(...left.map((each) => `Nothing was done for ${restMs / 1000} s: ${each}`));
  facts.push(`all work was done ${seconds(performance.now() - begun)} after the last request`);
  await stage.check("In the end");
  const { lost, doubles } = await withDatabase(url, (db) => lostMails(db, mails.taken));
  differences.push(...lost);
  facts.push(
    `${mails.taken.length} mails taken by the mail server, ${doubles} of them again under the same Message-ID`,
  );
  differences.push(...(await withDatabase(url, (db) => damagedFiles(db, lastFileId, read))));
  for (const command of ["ledger:verify", "audit:verify"]) {
    const { code, output } = await npmRun(command, settings);
    if (code !== 0) differences.push(`npm run ${command} ended with ${code}: ${output}`);
    facts.push(`${command}: ${output.trim().split("\n").at(-1)}`);
  }
  const { code, tookMs } = await product.stop();
  if (code !== 0) differences.push(`The stop ended with ${code}: ${product.output()}`);
  for (const pid of processesOf(dataDir)) differences.push(`Process ${pid} is left after the stop`);
  facts.push(`stopped in ${seconds(tookMs)}`);
}

async function npmRun(command: string, settings: Record<string, string>) {
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
export async function folderIn(run: Run, name: string): Promise<string> {
  const folder = path.join(run.folder, name);
  await mkdir(folder, { recursive: true });
  return folder;
}
