import { maxNamedPrices } from "@tonneline/contract/priceLists";
import type {
  updatePriceList as changeCall,
  createPriceList as createCall,
  previewPriceList as previewCall,
  ListedPriceList,
  PriceList,
  PriceListPreview,
  PriceListState,
} from "@tonneline/contract/priceLists";
import type { z } from "zod";
import { recordAudit, type Actor } from "../../core/audit.ts";
import { refuseChanged } from "../../core/changed.ts";
import { inTransaction, type Db, type Executor, type Tx } from "../../core/db.ts";
import { refuse } from "../../core/errors.ts";
import { cents, euros, eurosOrNone } from "../../core/money.ts";
import { guardName } from "../../core/names.ts";
import { ownPrice, type Terms } from "../catalogue/ownPrices.rules.ts";
import { publishOwnPrices } from "../catalogue/catalogue.service.ts";
import { readPrices } from "../prices/priceFile.service.ts";
import * as store from "./priceLists.sql.ts";

type Facts = z.output<typeof createCall.body>;

/** A price list as shown in lists. */
export function listedView({ rules, updatedAt, ...row }: store.PriceListRow): ListedPriceList {
  return {
    ...row,
    state: row.state as PriceListState,
    rules: rules.length,
    updatedAt: updatedAt.toISOString(),
  };
}

/** Returns a price list with all its content. Refuses with NOT_FOUND. */
export async function priceListBy(executor: Executor, id: number): Promise<PriceList> {
  const row = (await store.priceListById(executor, id)) ?? refuse("NOT_FOUND");
  const named = await store.namedPrices(executor, id);
  return {
    ...row,
    state: row.state as PriceListState,
    updatedAt: row.updatedAt.toISOString(),
    prices: await withVintages(executor, named, () => true),
  };
}

async function withVintages(
  executor: Executor,
  named: readonly store.NamedPrice[],
  isWanted: (row: store.SoldRow) => boolean,
) {
  const centsOf = new Map(named.map((each) => [each.vintageId, each.cents]));
  const vintages = await store.soldVintages(executor, [...centsOf.keys()]);
  return vintages
    .filter(isWanted)
    .map((row) => ({ ...vintageView(row), own: euros(centsOf.get(row.id)!) }));
}

const vintageView = (row: store.SoldRow) => ({
  id: row.id,
  project: { id: row.projectId, name: row.projectName, externalId: row.externalId },
  year: row.year,
  price: eurosOrNone(row.listCents),
  available: row.available,
});

/** Creates a price list for companies; returns its id. Refuses with VALIDATION_FAILED for a name that is taken. */
export async function createPriceList(tx: Tx, actor: Actor, facts: Facts): Promise<number> {
  await requireKnown(tx, facts);
  const { id } = await guardName(store.insertPriceList(tx, facts));
  await store.replaceContent(tx, id, contentOf(facts));
  await recordAudit(tx, actor, {
    action: "price-list.create",
    thing: { type: "price-list", id, name: facts.name },
    after: auditedOf(facts),
  });
  await publishOwnPrices(tx, facts.companies);
  return id;
}

/**
 * Replaces a price list's content and immediately notifies its companies' carts. Refuses with VERSION_CONFLICT or NOT_FOUND.
 */
export async function changePriceList(
  db: Db,
  actor: Actor,
  id: number,
  { version, ...facts }: z.output<typeof changeCall.body>,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const before = await lockedList(tx, id);
    if (before.version !== version) return await refuseChanged(tx, { type: "price-list", id });
    await requireKnown(tx, facts);
    await guardName(store.updatePriceList(tx, id, facts));
    await store.replaceContent(tx, id, contentOf(facts));
    await recordAudit(tx, actor, {
      action: "price-list.change",
      thing: { type: "price-list", id, name: before.name },
      before: auditedOf(before.facts),
      after: auditedOf(facts),
    });
    await publishOwnPrices(tx, [...new Set([...before.facts.companies, ...facts.companies])]);
  });
}

/** Deletes a price list with immediate effect; past purchases are unaffected. Refuses with NOT_FOUND. */
export async function removePriceList(db: Db, actor: Actor, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { name, facts } = await lockedList(tx, id);
    await store.deletePriceList(tx, id);
    await recordAudit(tx, actor, {
      action: "price-list.delete",
      thing: { type: "price-list", id, name },
      before: auditedOf(facts),
    });
    await publishOwnPrices(tx, facts.companies);
  });
}

/** Replaces a merged directory entry in rules by the one it was merged into: they then match that entry's own projects too. */
export async function replaceMergedEntry(
  tx: Tx,
  actor: Actor,
  narrowing: "projectType" | "registry" | "developer",
  { fromId, intoId }: { fromId: number; intoId: number },
): Promise<void> {
  const lists = await store.lockListsNaming(tx, narrowing, fromId);
  for (const { id, name, rules: before } of lists) {
    const rules = before.map((rule) => {
      const named = rule[narrowing]?.map((each) => (each === fromId ? intoId : each));
      return named ? { ...rule, [narrowing]: [...new Set(named)] } : rule;
    });
    await store.updateRules(tx, id, rules);
    await recordAudit(tx, actor, {
      action: "price-list.change",
      thing: { type: "price-list", id, name },
      before: { rules: before },
      after: { rules },
    });
  }
  await publishOwnPrices(tx, [...new Set(lists.flatMap(({ companies }) => companies))]);
}

async function lockedList(tx: Tx, id: number) {
  const { name, version } = (await store.lockPriceList(tx, id)) ?? refuse("NOT_FOUND");
  const row = (await store.priceListById(tx, id))!;
  const named = await store.namedPrices(tx, id);
  const prices = named.map(({ vintageId, cents: price }) => ({ vintageId, price: euros(price) }));
  const companies = row.companies.map((company) => company.id);
  return { name, version, facts: { ...row, companies, prices } };
}

const auditedOf = ({ name, validFrom, validUntil, companies, rules, prices }: Facts) => ({
  name,
  validFrom,
  validUntil,
  // The order of companies has no meaning.
  companies: companies.toSorted((one, other) => one - other),
  rules,
  prices: Object.fromEntries(prices.map(({ vintageId, price }) => [vintageId, price])),
});

const contentOf = ({ companies, prices }: Facts) => ({ companies, prices: inCents(prices) });

const inCents = (prices: Facts["prices"]) =>
  prices.map(({ vintageId, price }) => ({ vintageId, cents: cents(price) }));

const narrowedBy = {
  project: "project",
  projectType: "project type",
  registry: "registry",
  developer: "developer",
} as const;
const narrowings = Object.keys(narrowedBy) as (keyof typeof narrowedBy)[];

/** Refuses with VALIDATION_FAILED for companies, vintages and rule criteria that do not exist. */
async function requireKnown(tx: Tx, { companies, prices, rules }: Facts): Promise<void> {
  const inRules = (by: keyof typeof narrowedBy) => rules.flatMap((rule) => rule[by] ?? []);
  const vintageIds = prices.map(({ vintageId }) => vintageId);
  const known = await store.knownOf(tx, {
    companies,
    vintages: vintageIds,
    project: inRules("project"),
    projectType: inRules("projectType"),
    registry: inRules("registry"),
    developer: inRules("developer"),
  });
  const missing = (path: string, what: string, ids: readonly number[], there: number[]) => {
    const found = new Set(there);
    return ids
      .filter((id) => !found.has(id))
      .map((id) => ({ path, message: `There is no ${what} ${id} any more` }));
  };
  const fieldErrors = [
    ...missing("companies", "company", companies, known.companies),
    ...missing("prices", "vintage", vintageIds, known.vintages),
    ...rules.flatMap((rule, at) =>
      narrowings.flatMap((by) =>
        missing(`rules.${at}.${by}`, narrowedBy[by], rule[by] ?? [], known[by]),
      ),
    ),
  ];
  if (fieldErrors.length > 0) refuse("VALIDATION_FAILED", { fieldErrors });
}

const maxShown = 100;

/** Previews a list's effect on its companies' prices, as if it were their only one; nothing is changed. */
export async function previewPriceList(
  executor: Executor,
  { rules, prices, companies }: z.output<typeof previewCall.body>,
): Promise<PriceListPreview> {
  const named = new Map(inCents(prices).map((each) => [each.vintageId, each.cents]));
  const sold = await store.soldVintages(executor);
  const termsOf = (id: number): Terms[] => [{ rules, cents: named.get(id) ?? null }];
  const priced = sold.map((row) => ({ row, own: ownPrice(row, termsOf(row.id)) }));
  const affected = priced.filter(({ row, own }) => own !== row.listCents);
  const lower = new Set(affected.map(({ row }) => row.id));
  return {
    affected: affected.length,
    onSale: sold.length,
    rows: affected
      .slice(0, maxShown)
      .map(({ row, own }) => ({ ...vintageView(row), own: euros(own!) })),
    idle: sold.filter(({ id }) => named.has(id) && !lower.has(id)).length,
    carts: await store.cartsHolding(executor, companies, [...lower]),
  };
}

/**
 * Reads the prices in a file, with their vintages. Refuses with VALIDATION_FAILED for a file that
 * cannot be read or has more prices than a list may have.
 */
export async function readFile(executor: Executor, bytes: Uint8Array) {
  const { wanted, lines, leftOut } = await readPrices(bytes, maxNamedPrices);
  const named = [...wanted].map(([vintageId, price]) => ({ vintageId, cents: price }));
  const prices = await withVintages(executor, named, ({ onSale }) => onSale);
  const found = new Set(prices.map(({ id }) => id));
  const unknown = [...lines].flatMap(([id, line]) =>
    found.has(id) ? [] : { line, name: `Vintage ${id}`, why: "There is no such vintage on sale." },
  );
  return { prices, leftOut: [...leftOut, ...unknown].toSorted((a, b) => a.line - b.line) };
}

/** Updates the carts of companies whose lists start today or ended yesterday. */
export async function publishValidityChanges(db: Db): Promise<void> {
  await inTransaction(
    db,
    async (tx) => await publishOwnPrices(tx, await store.companiesChangingToday(tx)),
  );
}
