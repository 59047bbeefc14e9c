import { mkdir, readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { maxStatementBytes } from "@tonneline/contract/bank";
import { recordAudit, type Actor } from "../../core/audit.ts";
import { inTransaction, type Db } from "../../core/db.ts";
import { Refusal } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import { operatorsWith } from "../accounts/users.service.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { mailRefusedFiles } from "./bank.mails.ts";
import { lockFolder } from "./folder.sql.ts";
import { importStatements } from "./import.service.ts";

const actor: Actor = { userId: null, username: "Watched folder", ip: "" };
const doneFolder = "done";
const failedFolder = "failed";

type RefusedFiles = readonly { fileName: string; reason: string }[];

/**
 * Imports files of the bank from a folder, each by a single server: adds their statements and books nothing. An imported file
 * is moved to `done`, a refused one to `failed`, with the reasons in a text file next to it and in a mail to the operators. What
 * is only not ours fails no file: the bank would deliver it again tomorrow.
 */
export function folderTaker(
  folder: string,
  db: Db,
  files: FileStore,
  settings: SettingsService,
): () => Promise<void> {
  let before = new Map<string, string>();

  async function settled(): Promise<string[]> {
    const now = await marksOf(folder);
    const names = [...now].filter(([name, mark]) => before.get(name) === mark);
    before = now;
    return names.map(([name]) => name).toSorted();
  }

  async function take(name: string): Promise<void> {
    const { refused, isTaken } = await added(name);
    if (refused.length === 0) return await move(name, doneFolder);
    await inTransaction(db, async (tx) => {
      await recordAudit(tx, actor, {
        action: isTaken ? "bank.leaveOut" : "bank.refuse",
        thing: { type: "bank-file", id: name, name },
        after: { reasons: refused.map(({ fileName, reason }) => `${fileName}: ${reason}`) },
      });
      if (isTaken) return await move(name, doneFolder);
      await mailRefusedFiles(tx, await operatorsWith(tx, "orders:write"), name, refused);
      // Last: if the move fails, the file is retried, and nobody may be notified yet.
      await move(name, failedFolder, refused);
    });
  }

  /** Imports a file; it is taken even if a part that is not ours was left out. */
  async function added(name: string): Promise<{ refused: RefusedFiles; isTaken: boolean }> {
    const file = path.join(folder, name);
    const failed = (reason: string) => ({ refused: [{ fileName: name, reason }], isTaken: false });
    const { size } = await stat(file);
    if (size > maxStatementBytes) {
      return failed(`The file is larger than ${maxStatementBytes / 1024 / 1024} MB.`);
    }
    const upload = { name: name.slice(-200), bytes: await readFile(file) };
    try {
      const { refused } = await importStatements(db, files, settings, actor, upload);
      return { refused, isTaken: refused.every(({ isForeign }) => isForeign) };
    } catch (error) {
      if (error instanceof Refusal) return failed(error.message);
      throw error;
    }
  }

  async function move(name: string, into: string, refused: RefusedFiles = []): Promise<void> {
    const target = path.join(folder, into, await freeName(path.join(folder, into), name));
    const lines = refused.map(({ fileName, reason }) => `${fileName}: ${reason}\n`);
    if (lines.length > 0) await writeFile(`${target}.txt`, lines.join(""));
    await rename(path.join(folder, name), target);
  }

  return async () => {
    await mkdir(path.join(folder, doneFolder), { recursive: true });
    await mkdir(path.join(folder, failedFolder), { recursive: true });
    const names = await settled();
    if (names.length === 0) return;
    await inTransaction(db, async (tx) => {
      if (!(await lockFolder(tx))) return;
      // Another server may have held the lock until now.
      const left = new Set(await readdir(folder));
      const failures: unknown[] = [];
      for (const name of names) {
        if (left.has(name)) await take(name).catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    });
  };
}

/** Size and modification time of each file: a file that is still being written differs at the next poll. */
async function marksOf(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && !/^\.|\.(part|tmp|filepart)$/i.test(entry.name))
    .map(({ name }) => name);
  const marks = await Promise.all(
    names.map(async (name) => {
      const facts = await stat(path.join(folder, name)).catch(() => undefined);
      return [name, facts && `${facts.size} ${facts.mtimeMs}`] as const;
    }),
  );
  return new Map(marks.filter((each): each is [string, string] => each[1] !== undefined));
}

// File names are limited to 255 bytes, and the text file's name is longer.
const longestStem = 60;

/** Returns a name not yet used in the folder: banks reuse names. */
async function freeName(folder: string, name: string): Promise<string> {
  const taken = new Set(await readdir(folder));
  const parts = path.parse(name);
  const [stem, ext] = [parts.name.slice(0, longestStem), parts.ext.slice(0, 10)];
  let free = stem + ext;
  for (let nth = 2; taken.has(free); nth++) free = `${stem} (${nth})${ext}`;
  return free;
}
