import { sql } from "kysely";
import type {
  AvailabilityStatus,
  ClaimType,
  CreditType,
  ImpactType,
} from "@tonneline/contract/catalogue";
import type { Executor, Tx } from "../../core/db.ts";
import type { KeyedImage } from "../../core/pictures.ts";
import type { Line, Shown } from "./cart.rules.ts";

export interface CartRow {
  id: number;
  userId: number;
  version: number;
}

/** The user's cart, made when he has none, locked until the transaction ends. Carts are locked before any stock. */
export async function lockCart(tx: Tx, userId: number): Promise<CartRow> {
  const find = () =>
    tx
      .selectFrom("carts")
      .select(["id", "user_id as userId", "version"])
      .where("user_id", "=", userId)
      .forUpdate()
      .executeTakeFirst();
  const found = await find();
  if (found) return found;
  await tx
    .insertInto("carts")
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column("user_id").doNothing())
    .execute();
  return (await find())!;
}

export function cartOf(executor: Executor, userId: number): Promise<CartRow | undefined> {
  return executor
    .selectFrom("carts")
    .select(["id", "user_id as userId", "version"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

export interface VintageLine extends Line {
  id: number;
  vintageId: number;
  projectId: number;
  projectName: string;
  externalId: string | null;
  continent: string | null;
  countries: string[];
  registry: { id: number; name: string };
  projectType: { id: number; name: string };
  images: KeyedImage[];
  methodology: string;
  available: number;
}

interface FlatLine {
  itemId: number;
  quantity: number;
  reserved: number;
  reservedTo: Date | null;
  shownPriceCents: number;
  shownYear: number;
  shownClaimType: ClaimType;
  shownImpactType: ImpactType;
  shownCreditType: CreditType;
  shownPurchasable: boolean;
  priceCents: number | null;
  year: number;
  claimType: ClaimType;
  impactType: ImpactType;
  creditType: CreditType;
  projectStatus: AvailabilityStatus;
  hidden: boolean;
  withdrawn: boolean;
  vintageId: number;
  projectId: number;
  projectName: string;
  externalId: string | null;
  continent: string | null;
  countries: string[];
  registryId: number;
  registryName: string;
  typeId: number;
  typeName: string;
  images: KeyedImage[];
  methodology: string;
  available: number;
}

const offerColumns = sql`
  v.price_cents as "priceCents", v.year, v.claim_type as "claimType", v.impact_type as "impactType",
  v.credit_type as "creditType", v.status = 'WITHDRAWN' as withdrawn, v.methodology, v.id as "vintageId",
  p.status as "projectStatus", p.hidden, p.id as "projectId", p.name as "projectName",
  p.external_id as "externalId", p.continent, p.countries, r.id as "registryId", r.name as "registryName",
  t.id as "typeId", t.name as "typeName", s.available,
  (select coalesce(json_agg(json_build_object('imageId', i.id, 'alt', i.alt, 'key', i.key) order by i.position, i.id), '[]')
   from project_images i where i.project_id = p.id and i.status = 'READY') as images`;
const offerTables = sql`
  vintages v join projects p on p.id = v.project_id join registries r on r.id = p.registry_id
  join project_types t on t.id = p.project_type_id join vintage_stock s on s.vintage_id = v.id`;

/** The vintages in a cart, each with what was shown and what the catalogue says now, in the order they were added. */
export async function vintageLines(executor: Executor, cartId: number): Promise<VintageLine[]> {
  const { rows } = await sql<FlatLine>`
    select c.id as "itemId", c.quantity, c.reserved, c.reserved_to as "reservedTo",
      c.price_cents as "shownPriceCents", c.year as "shownYear", c.claim_type as "shownClaimType",
      c.impact_type as "shownImpactType", c.credit_type as "shownCreditType", c.purchasable as "shownPurchasable",
      ${offerColumns}
    from cart_items c join (${offerTables}) on v.id = c.vintage_id
    where c.cart_id = ${cartId} order by c.id`.execute(executor);
  return rows.map(lineOf);
}

function lineOf(row: FlatLine): VintageLine {
  return {
    id: row.itemId,
    quantity: row.quantity,
    reserved: row.reserved,
    reservedTo: row.reservedTo,
    shown: {
      priceCents: row.shownPriceCents,
      year: row.shownYear,
      claimType: row.shownClaimType,
      impactType: row.shownImpactType,
      creditType: row.shownCreditType,
      purchasable: row.shownPurchasable,
    },
    offer: {
      priceCents: row.priceCents,
      year: row.year,
      claimType: row.claimType,
      impactType: row.impactType,
      creditType: row.creditType,
      projectStatus: row.projectStatus,
      hidden: row.hidden,
      withdrawn: row.withdrawn,
    },
    vintageId: row.vintageId,
    projectId: row.projectId,
    projectName: row.projectName,
    externalId: row.externalId,
    continent: row.continent,
    countries: row.countries,
    registry: { id: row.registryId, name: row.registryName },
    projectType: { id: row.typeId, name: row.typeName },
    images: row.images,
    methodology: row.methodology,
    available: row.available,
  };
}

/** What the catalogue offers of one vintage; undefined when there is none. */
export async function offerOf(executor: Executor, vintageId: number) {
  const { rows } =
    await sql<FlatLine>`select ${offerColumns} from ${offerTables} where v.id = ${vintageId}`.execute(
      executor,
    );
  return rows[0];
}

export interface ReportLine {
  id: number;
  reportId: number;
  reportName: string;
  pages: number | null;
  shownPriceCents: number;
  priceCents: number;
  hidden: boolean;
  projects: {
    id: number;
    name: string;
    externalId: string | null;
    continent: string | null;
    countries: string[];
    registry: { id: number; name: string };
    projectType: { id: number; name: string };
  }[];
}

export async function reportLines(executor: Executor, cartId: number): Promise<ReportLine[]> {
  const { rows } = await sql<ReportLine>`
    select c.id, d.id as "reportId", d.name as "reportName", d.pages, c.price_cents as "shownPriceCents",
      d.price_cents as "priceCents", d.hidden,
      (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'externalId', p.external_id,
          'continent', p.continent, 'countries', p.countries,
          'registry', json_build_object('id', r.id, 'name', r.name),
          'projectType', json_build_object('id', t.id, 'name', t.name)) order by p.id), '[]')
       from report_projects rp join projects p on p.id = rp.project_id join registries r on r.id = p.registry_id
         join project_types t on t.id = p.project_type_id where rp.report_id = d.id) as projects
    from cart_items c join reports d on d.id = c.report_id
    where c.cart_id = ${cartId} order by c.id`.execute(executor);
  return rows;
}

/** Sets a vintage's line: `reserved` tonnes held for `minutes` from now on. */
export async function upsertVintageItem(
  tx: Tx,
  item: { cartId: number; vintageId: number; quantity: number; minutes: number; shown: Shown },
): Promise<void> {
  const { cartId, vintageId, quantity, minutes, shown } = item;
  await sql`insert into cart_items (cart_id, product_type, vintage_id, quantity, reserved, reserved_to,
      price_cents, year, claim_type, impact_type, credit_type, purchasable)
    values (${cartId}, 'VINTAGE_CREDITS', ${vintageId}, ${quantity}, ${quantity},
      clock_timestamp() + make_interval(secs => ${minutes * 60}), ${shown.priceCents}, ${shown.year},
      ${shown.claimType}, ${shown.impactType}, ${shown.creditType}, ${shown.purchasable})
    on conflict (cart_id, vintage_id) do update set quantity = excluded.quantity, reserved = excluded.reserved,
      reserved_to = excluded.reserved_to, price_cents = excluded.price_cents, year = excluded.year,
      claim_type = excluded.claim_type, impact_type = excluded.impact_type, credit_type = excluded.credit_type,
      purchasable = excluded.purchasable`.execute(tx);
}

/** Writes a settled line back; the hold's end moves only when it begins anew. */
export async function updateItem(
  tx: Tx,
  itemId: number,
  settled: { quantity: number; reserved: number; renewed: boolean; shown: Shown },
  minutes: number,
): Promise<void> {
  const { quantity, reserved, renewed, shown } = settled;
  await sql`update cart_items set quantity = ${quantity}, reserved = ${reserved},
      reserved_to = case when ${reserved}::integer = 0 then null
        when ${renewed}::boolean then clock_timestamp() + make_interval(secs => ${minutes * 60})
        else reserved_to end,
      price_cents = ${shown.priceCents}, year = ${shown.year}, claim_type = ${shown.claimType},
      impact_type = ${shown.impactType}, credit_type = ${shown.creditType}, purchasable = ${shown.purchasable}
    where id = ${itemId}`.execute(tx);
}

export async function deleteItems(tx: Tx, itemIds: readonly number[]): Promise<void> {
  if (itemIds.length === 0) return;
  await tx
    .deleteFrom("cart_items")
    .where("id", "=", sql<number>`any(${itemIds}::integer[])`)
    .execute();
}

/** Adds a report. False when it is in the cart already. */
export async function insertReportItem(
  tx: Tx,
  item: { cartId: number; reportId: number; priceCents: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("cart_items")
    .values({
      cart_id: item.cartId,
      product_type: "DUE_DILIGENCE_REPORT",
      report_id: item.reportId,
      quantity: 1,
      price_cents: item.priceCents,
    })
    .onConflict((conflict) => conflict.columns(["cart_id", "report_id"]).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export async function updateReportPrice(tx: Tx, itemId: number, priceCents: number): Promise<void> {
  await tx
    .updateTable("cart_items")
    .set({ price_cents: priceCents })
    .where("id", "=", itemId)
    .execute();
}

export function reportOnSale(executor: Executor, reportId: number) {
  return executor
    .selectFrom("reports")
    .select(["id", "price_cents as priceCents"])
    .where("id", "=", reportId)
    .where("hidden", "=", false)
    .executeTakeFirst();
}

export async function raiseVersion(tx: Tx, cartId: number): Promise<number> {
  const { version } = await tx
    .updateTable("carts")
    .set({ version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where("id", "=", cartId)
    .returning("version")
    .executeTakeFirstOrThrow();
  return version;
}

/** Users whose cart holds any of these vintages. */
export async function usersHolding(
  executor: Executor,
  vintageIds: readonly number[],
): Promise<number[]> {
  const rows = await executor
    .selectFrom("carts")
    .innerJoin("cart_items", "cart_items.cart_id", "carts.id")
    .select("carts.user_id as userId")
    .distinct()
    .where("cart_items.vintage_id", "=", sql<number>`any(${vintageIds}::integer[])`)
    .orderBy("carts.user_id")
    .execute();
  return rows.map((row) => row.userId);
}

export async function vintagesOfProject(executor: Executor, projectId: number): Promise<number[]> {
  const rows = await executor
    .selectFrom("vintages")
    .select("id")
    .where("project_id", "=", projectId)
    .execute();
  return rows.map((row) => row.id);
}

/** Carts with a hold that has ended, oldest first. */
export async function cartsWithEndedHolds(executor: Executor, limit: number): Promise<number[]> {
  const rows = await executor
    .selectFrom("cart_items")
    .select((eb) => ["cart_id as cartId", eb.fn.min("reserved_to").as("since")])
    .where("reserved_to", "<=", sql<Date>`now()`)
    .groupBy("cart_id")
    .orderBy("since")
    .limit(limit)
    .execute();
  return rows.map((row) => row.cartId);
}

/** Ends the holds of a cart whose time is over. Empty when somebody is at work on that cart: he settles them himself. */
export async function endHolds(tx: Tx, cartId: number) {
  const cart = await tx
    .selectFrom("carts")
    .select("user_id as userId")
    .where("id", "=", cartId)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!cart) return [];
  const { rows } = await sql<{ vintageId: number; reserved: number }>`
    with ended as (select id, vintage_id, reserved from cart_items
      where cart_id = ${cartId} and reserved_to <= now() for update)
    update cart_items c set reserved = 0, reserved_to = null from ended where c.id = ended.id
    returning ended.vintage_id as "vintageId", ended.reserved`.execute(tx);
  return rows.map((row) => ({ ...row, userId: cart.userId }));
}

/** Counts one more hold of today (UTC). False when there were `perDay` already: then nothing is counted. */
export async function countHold(tx: Tx, cartId: number, perDay: number): Promise<boolean> {
  const { rows } = await sql`
    update carts set holds_on = today.day, holds = case when holds_on = today.day then holds + 1 else 1 end
    from (select (now() at time zone 'UTC')::date as day) today
    where id = ${cartId} and (holds_on is distinct from today.day or holds < ${perDay})
    returning id`.execute(tx);
  return rows.length === 1;
}

/** Seconds until the next day (UTC) begins, at least one. */
export async function secondsLeftToday(tx: Tx): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select greatest(1, ceil(extract(epoch from
      date_trunc('day', now() at time zone 'UTC') + interval '1 day' - now() at time zone 'UTC')))::integer as seconds`.execute(
    tx,
  );
  return rows[0]!.seconds;
}
