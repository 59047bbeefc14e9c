import { recordAudit, type Actor } from "../../core/audit.ts";
import { inTransaction, type Db, type Tx } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import type { FileStore } from "../../core/files.ts";
import { cents } from "../../core/money.ts";
import type { SettingsService } from "../settings/settings.service.ts";
import { putAsideByRules } from "./aside.service.ts";
import { operatorsWith } from "../accounts/users.service.ts";
import { mailRefusedRefunds } from "./bank.mails.ts";
import type { CamtStatement, KeyedEntry } from "./camt.ts";
import { Unreadable } from "./camtValues.ts";
import {
  decideEntry,
  insertEntries,
  lockKnown,
  sumsByStatus,
  type StatusSum,
} from "./entries.sql.ts";
import { rematch } from "./match.service.ts";
import { readUpload, type LeftOut, type ReadFile } from "./readUpload.ts";
import { recordOutgoingRefunds, recordReturnedRefunds } from "./refundEntries.service.ts";
import { applyReport, type RefusedRefund } from "./refusals.service.ts";
import {
  extendStatement,
  insertStatement,
  knownStatement,
  lockImports,
  statementsById,
  type StatementRow,
} from "./statements.sql.ts";
import type { StatementFile } from "./unpack.ts";

export interface Imported {
  statements: { row: StatementRow; isNew: boolean; entries: number; duplicates: number }[];
  /** The bank's reports about our refund files; new if they refuse something that was not known to be refused. */
  reports: { fileId: number; isNew: boolean }[];
  /** The refunds that the bank has refused or sent back. */
  refusals: RefusedRefund[];
  refused: LeftOut[];
  /** The new entries by match status. */
  found: StatusSum[];
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
 * Adds the new statements of a file or zip, matches their entries with orders, and lists refunds again that the bank refused or
 * sent back, but books nothing; `dryRun` saves nothing. Unusable files are skipped with their reason; VALIDATION_FAILED if all
 * are.
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
  const work = async (tx: Tx, read: Awaited<ReturnType<typeof readUpload>>) => {
    await lockImports(tx);
    const added = [];
    for (const file of read.files) added.push(...(await addFile(tx, files, actor, file, dryRun)));
    const newIds = added.flatMap(({ newIds: ids }) => ids);
    // First: a refund's text may name its order, and must not be matched as a reversal.
    await recordOutgoingRefunds(tx, actor, newIds);
    const returned = await recordReturnedRefunds(tx, actor, newIds);
    const { reports, refusals, leftOut } = await applyReports(tx, actor, read.files);
    const refused = [...read.leftOut, ...leftOut];
    if (added.length + reports.length === 0) {
      throw new Unreadable(refused[0]?.reason ?? "There is no file in this zip.");
    }
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
      reports,
      refusals: [...returned, ...refusals],
      refused,
      found: await sumsByStatus(tx, newIds),
    };
    if (dryRun) throw new Trial(imported);
    // A person sees it in the answer.
    if (actor.userId === null && imported.refusals.length > 0) {
      await mailRefusedRefunds(tx, await operatorsWith(tx, "orders:write"), imported.refusals);
    }
    return imported;
  };
  try {
    const read = await readUpload(upload, accounts);
    return await inTransaction(db, (tx) => work(tx, read));
  } catch (error) {
    if (error instanceof Trial) return error.imported;
    if (error instanceof Unreadable) return refuseFile(error.message);
    throw error;
  }
}

function refuseFile(message: string): never {
  return refuse("VALIDATION_FAILED", { detail: message, fieldErrors: [{ path: "file", message }] });
}

/** Does what the status reports of the files say, and returns what of them is left out. */
async function applyReports(tx: Tx, actor: Actor, files: readonly ReadFile[]) {
  const reports: Imported["reports"] = [];
  const refusals: RefusedRefund[] = [];
  const leftOut: LeftOut[] = [];
  for (const { name: fileName, reports: given } of files) {
    for (const report of given) {
      const applied = await applyReport(tx, actor, report);
      if (!applied) {
        const reason = `The status report is about file ${report.messageId}, which was not created here.`;
        leftOut.push({ fileName, reason, isForeign: true });
        continue;
      }
      reports.push({ fileId: applied.fileId, isNew: applied.refusals.length > 0 });
      refusals.push(...applied.refusals);
      leftOut.push(...applied.doubts.map((reason) => ({ fileName, reason, isForeign: false })));
    }
  }
  return { reports, refusals, leftOut };
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
