import type { EntryStatus } from "@tonneline/contract/bank";
import { recordAudit, type Actor } from "../../core/audit.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import { cents } from "../../core/money.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { putAsideByRules } from "./aside.service.ts";
import { readBankFile } from "./bankFile.ts";
import type { CamtStatement, KeyedEntry } from "./camt.ts";
import { Unreadable } from "./camtValues.ts";
import { decideEntry, insertEntries, lockKnown, sumsByStatus } from "./entries.sql.ts";
import { rematch } from "./match.service.ts";
import { recordOutgoingRefunds } from "./refunds.service.ts";
import {
  extendStatement,
  insertStatement,
  knownStatement,
  lockImports,
  statementsById,
  type StatementRow,
} from "./statements.sql.ts";
import { statementFiles, type StatementFile } from "./unpack.ts";

export interface Imported {
  statements: { row: StatementRow; isNew: boolean; entries: number; duplicates: number }[];
  refused: { fileName: string; reason: string }[];
  /** The new entries by match status. */
  found: { status: EntryStatus; count: number; cents: number }[];
}

interface ReadFile extends StatementFile {
  statements: CamtStatement[];
}

// Rolls a dry run back.
class Trial extends Error {
  readonly imported: Imported;
  constructor(imported: Imported) {
    super("A trial");
    this.imported = imported;
  }
}

/**
 * Adds the new statements of a file or zip and matches their entries with orders, but books nothing; `dryRun` saves nothing.
 * Unusable files are skipped with their reason; VALIDATION_FAILED if all are.
 */
export async function importStatements(
  db: Db,
  files: FileStore,
  settings: SettingsService,
  actor: Actor,
  upload: StatementFile,
  dryRun = false,
): Promise<Imported> {
  const { payment, bank } = await settings.current();
  const accounts = new Set([payment.iban, ...bank.accounts]);
  const { read, refused } = await readAll(upload, accounts);
  const work = async (tx: Tx) => {
    await lockImports(tx);
    const added = [];
    for (const file of read) added.push(...(await addFile(tx, files, actor, file, dryRun)));
    const newIds = added.flatMap(({ newIds: ids }) => ids);
    // First: a refund's text may name its order, and must not be matched as a reversal.
    await recordOutgoingRefunds(tx, actor, newIds);
    await rematch(tx, cents(bank.allowance));
    await putAsideByRules(tx, actor, newIds);
    const rows = await statementsById(
      tx,
      added.map(({ id }) => id),
    );
    const imported = {
      statements: added.map(({ id, newIds: _, ...rest }) => ({
        row: rows.find((row) => row.id === id)!,
        ...rest,
      })),
      refused,
      found: await sumsByStatus(tx, newIds),
    };
    if (dryRun) throw new Trial(imported);
    return imported;
  };
  return await inTransaction(db, work).catch((error: unknown) => {
    if (error instanceof Trial) return error.imported;
    if (error instanceof Unreadable) return refuseFile(error.message);
    throw error;
  });
}

function refuseFile(message: string): never {
  return refuse("VALIDATION_FAILED", { detail: message, fieldErrors: [{ path: "file", message }] });
}

/** Reads every file of an upload, sorted by the start of its first statement. */
async function readAll(upload: StatementFile, accounts: ReadonlySet<string>) {
  const read: ReadFile[] = [];
  const refused: Imported["refused"] = [];
  try {
    for (const file of await statementFiles(upload)) {
      const { statements, reasons } = readFile(file, accounts);
      refused.push(...reasons.map((reason) => ({ fileName: file.name, reason })));
      if (statements.length > 0) read.push({ ...file, statements });
    }
  } catch (error) {
    if (error instanceof Unreadable) refuseFile(error.message);
    throw error;
  }
  const [first] = refused;
  if (read.length === 0) refuseFile(first?.reason ?? "There is no file in this zip.");
  const beginOf = ({ statements }: ReadFile) => statements[0]!.from;
  read.sort((one, other) => (beginOf(one) < beginOf(other) ? -1 : 1));
  return { read, refused };
}

/** Returns the statements of a file about our accounts, and why its others are refused. */
function readFile(file: StatementFile, accounts: ReadonlySet<string>) {
  try {
    const { statements, refused } = readBankFile(file.bytes);
    const foreign = statements.flatMap(({ account }) => (accounts.has(account) ? [] : account));
    const reasons = [...new Set(foreign)].map(
      (account) =>
        `Account ${account} is not one of the accounts in the settings: add it under “Bank statements”.`,
    );
    return {
      statements: statements.filter(({ account }) => accounts.has(account)),
      reasons: [...refused.map(({ reason }) => reason), ...reasons],
    };
  } catch (error) {
    if (error instanceof Unreadable) return { statements: [], reasons: [error.message] };
    throw error;
  }
}

async function addFile(tx: Tx, files: FileStore, actor: Actor, file: ReadFile, dryRun: boolean) {
  const known = [];
  for (const each of file.statements) known.push(await knownStatement(tx, each));
  for (const [index, each] of file.statements.entries()) requireSame(each, known[index]);
  const hasNew = known.some((each) => !each);
  const fileId =
    hasNew && !dryRun
      ? await files.keep(tx, {
          name: file.name,
          mediaType: "application/xml",
          bytes: Buffer.from(file.bytes),
        })
      : null;
  const added = [];
  for (const [index, statement] of file.statements.entries()) {
    const id =
      known[index]?.id ??
      (await insertStatement(
        tx,
        { ...statement, entryCount: statement.entries.length, fileName: file.name, fileId },
        actor.userId,
      ));
    const newIds = await addEntries(tx, { ...statement, id }, actor.userId);
    const { length } = statement.entries;
    const isNew = !known[index];
    if (!isNew && newIds.length > 0 && statement.kind !== "camt.053") {
      await extendStatement(tx, id, statement, newIds);
    }
    if (isNew || newIds.length > 0) {
      await recordAudit(tx, actor, {
        action: "bank.import",
        thing: { type: "bank-statement", id, name: statement.statementId },
        after: { file: file.name, entries: newIds.length },
      });
    }
    added.push({ id, isNew, entries: length, duplicates: length - newIds.length, newIds });
  }
  return added;
}

function requireSame(
  statement: CamtStatement,
  known: { openingCents: number | null; closingCents: number | null } | undefined,
): void {
  if (!known || statement.kind !== "camt.053") return;
  const { openingCents, closingCents, statementId } = statement;
  if (known.openingCents === openingCents && known.closingCents === closingCents) return;
  throw new Unreadable(
    `Statement ${statementId} was added before with other balances. Ask the bank which one is right.`,
  );
}

/**
 * Adds the entries that are not known yet. The payments of a collective entry replace the whole entry that another message
 * reported, unless that is already decided.
 */
async function addEntries(
  tx: Tx,
  statement: CamtStatement & { id: number },
  actorId: number | null,
): Promise<number[]> {
  const keys = statement.entries.map(({ key }) => key);
  const known = Map.groupBy(await lockKnown(tx, statement.account, keys), ({ key }) => key);
  const replaced = new Set<number>();
  const isNew = ({ key, part }: KeyedEntry) => {
    const before = known.get(key);
    if (!before) return true;
    const whole = before.find((each) => each.part === 0);
    if (part === 0 || before.length > 1 || !whole || isDecided(whole.status)) return false;
    replaced.add(whole.id);
    return true;
  };
  const fresh = statement.entries.filter(isNew);
  for (const id of replaced) {
    const reason = "Replaced by the bank's single payments";
    await decideEntry(tx, id, { status: "IGNORED", reason, actorId });
  }
  return fresh.length > 0 ? await insertEntries(tx, statement, fresh) : [];
}

const isDecided = (status: string) => status === "BOOKED" || status === "IGNORED";
