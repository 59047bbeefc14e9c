import { randomUUID } from "node:crypto";
import type { Shortlist } from "@tonneline/contract/shortlists";
import { recordAudit, type KnownActor } from "../../core/audit.ts";
import {
  databaseNow,
  inTransaction,
  lockOwner,
  type Db,
  type Executor,
  type Tx,
} from "../../core/db.ts";
import { refuse, refuseField } from "../../core/errors.ts";
import type { Once } from "../../core/idempotency.ts";
import { cents } from "../../core/money.ts";
import { lockOwnCompany } from "../../core/ownCompany.sql.ts";
import { comparedBy } from "../compare/compare.service.ts";
import * as store from "./shortlists.sql.ts";
import { shareUrl, shortlistView } from "./shortlists.view.ts";

export { moveShortlists } from "./shortlists.sql.ts";

/** A limit beyond which nobody would find anything. */
const maxLists = 100;
const maxVintages = 500;
/** Every page with hearts loads all of them with their vintages: two thousand are three megabytes. */
const maxPerCompany = 2000;

/** A member acting for the company. */
export interface Member {
  companyId: number;
  actor: KnownActor;
}

/** Returns the current vintages of these lists at a company's prices. */
export async function vintagesOf(
  executor: Executor,
  rows: readonly store.ShortlistRow[],
  companyId: number | null,
) {
  const ids = new Set(rows.flatMap(({ vintages }) => vintages.map(({ vintageId }) => vintageId)));
  const vintages = await comparedBy(executor, [...ids], companyId);
  return new Map(vintages.map((vintage) => [vintage.id, vintage]));
}

/** Returns a company's shortlist. Refuses with NOT_FOUND for another company's. */
async function readShortlist(
  executor: Executor,
  companyId: number,
  id: number,
  publicUrl: string,
): Promise<Shortlist> {
  const row = (await store.shortlistBy(executor, companyId, id)) ?? refuse("NOT_FOUND");
  return shortlistView(row, await vintagesOf(executor, [row], companyId), publicUrl);
}

const thing = (id: number, name: string) => ({ type: "shortlist", id, name });

/** Adds an empty list and returns its id. Refuses with VALIDATION_FAILED beyond a hundred per company. */
async function addShortlist(tx: Tx, { companyId, actor }: Member, name: string): Promise<number> {
  await lockOwner(tx, "shortlists", companyId);
  if ((await store.countShortlists(tx, companyId)) >= maxLists) {
    refuseField("name", `Your company has ${maxLists} shortlists. Delete one first.`);
  }
  const id = await store.insertShortlist(tx, companyId, actor.userId, name);
  await recordAudit(tx, actor, { action: "shortlist.create", thing: thing(id, name) });
  return id;
}

/** Adds a vintage at the company's current price. Refuses with NOT_FOUND for a vintage that is not shown to buyers. */
async function keepVintage(
  tx: Tx,
  { companyId, actor }: Member,
  id: number,
  vintageId: number,
  note: string | undefined,
): Promise<void> {
  const [vintage] = await comparedBy(tx, [vintageId], companyId);
  if (!vintage) return refuse("NOT_FOUND");
  const priceCents = vintage.price === null ? null : cents(vintage.price);
  const kept = { shortlistId: id, vintageId, userId: actor.userId, note, priceCents };
  const { isNew } = (await store.insertKept(tx, kept)) ?? refuse("NOT_FOUND");
  if (isNew) await requireBelowLimit(tx, companyId, id);
  await store.touchShortlist(tx, id);
}

async function requireBelowLimit(tx: Tx, companyId: number, id: number): Promise<void> {
  const { onList, ofCompany } = await store.countKept(tx, companyId, id);
  if (onList > maxVintages) {
    const detail = `This shortlist has ${maxVintages} vintages. Start another one.`;
    return refuse("VALIDATION_FAILED", { detail });
  }
  if (ofCompany > maxPerCompany) {
    const detail = `Your company's shortlists have ${maxPerCompany} vintages. Remove some first.`;
    return refuse("VALIDATION_FAILED", { detail });
  }
}

/**
 * Shortlists of companies; creating, renaming, deleting and sharing them is audited. Refuses with
 * NOT_FOUND for those of other companies.
 */
export function createShortlists(db: Db, publicUrl: string) {
  const read = (tx: Executor, { companyId }: Member, id: number) =>
    readShortlist(tx, companyId, id, publicUrl);

  /** Runs a change with the list locked. */
  async function changing<T>(
    member: Member,
    id: number,
    change: (tx: Tx, before: { name: string; version: number }) => Promise<T>,
  ): Promise<T> {
    return await inTransaction(db, async (tx) => {
      const before = (await store.lockShortlist(tx, member.companyId, id)) ?? refuse("NOT_FOUND");
      return await change(tx, before);
    });
  }

  return {
    /** Creates a list. Refuses with VALIDATION_FAILED beyond a hundred per company. */
    create: ({ actor }: Member, name: string, once: Once) =>
      once(db, async (tx) => {
        const member = { actor, companyId: await lockOwnCompany(tx, actor.userId) };
        return await read(tx, member, await addShortlist(tx, member, name));
      }),

    /** Renames a list. Refuses with VERSION_CONFLICT if the given version is not the current one. */
    rename: (member: Member, id: number, name: string, version?: number) =>
      changing(member, id, async (tx, before) => {
        if (version !== undefined && version !== before.version) return refuse("VERSION_CONFLICT");
        await store.touchShortlist(tx, id, { name });
        await recordAudit(tx, member.actor, {
          action: "shortlist.rename",
          thing: thing(id, name),
          before: { name: before.name },
          after: { name },
        });
        return await read(tx, member, id);
      }),

    remove: (member: Member, id: number) =>
      changing(member, id, async (tx, { name }) => {
        await store.deleteShortlist(tx, id);
        await recordAudit(tx, member.actor, { action: "shortlist.delete", thing: thing(id, name) });
      }),

    /**
     * Adds a vintage. Refuses with NOT_FOUND also for a vintage that is not shown to buyers; with
     * VALIDATION_FAILED beyond 500 per list or 2,000 per company.
     */
    keep: (member: Member, id: number, vintageId: number, note?: string) =>
      changing(member, id, async (tx) => {
        await keepVintage(tx, member, id, vintageId, note);
        return await read(tx, member, id);
      }),

    drop: (member: Member, id: number, vintageId: number) =>
      changing(member, id, async (tx) => {
        if (!(await store.deleteKept(tx, id, vintageId))) return refuse("NOT_FOUND");
        await store.touchShortlist(tx, id);
      }),

    /** Creates a link valid for that many days; the previous link stops working. */
    share: (member: Member, id: number, days: number) =>
      changing(member, id, async (tx, { name }) => {
        const key = randomUUID();
        const now = await databaseNow(tx);
        const until = new Date(now.getTime() + days * 86_400_000);
        await store.touchShortlist(tx, id, { share_key: key, share_until: until });
        await recordAudit(tx, member.actor, { action: "shortlist.share", thing: thing(id, name) });
        return { url: shareUrl(publicUrl, key), until: until.toISOString() };
      }),

    unshare: (member: Member, id: number) =>
      changing(member, id, async (tx, { name }) => {
        await store.touchShortlist(tx, id, { share_key: null, share_until: null });
        const action = "shortlist.unshare";
        await recordAudit(tx, member.actor, { action, thing: thing(id, name) });
      }),
  };
}
