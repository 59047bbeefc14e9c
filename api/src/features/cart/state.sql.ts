import { sql, type RawBuilder } from "kysely";
import type {
  AvailabilityStatus,
  ClaimType,
  CreditType,
  ImpactType,
} from "@tonneline/contract/catalogue";
import type { ApprovalRule } from "@tonneline/contract/approvalRules";
import type { CartChange } from "@tonneline/contract/cart";
import type { CountryCode } from "@tonneline/contract/countries";
import type { Executor } from "../../core/db.ts";
import type { KeyedImage } from "../../core/pictures.ts";
import type { Terms } from "../catalogue/ownPrices.rules.ts";
import { priceAt, type Line, type Offer } from "./cart.rules.ts";
import type { CartRow } from "./cart.sql.ts";

/** The catalogue's data of a vintage in a line. */
export interface OfferedVintage {
  offer: Offer;
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
  /** Only for credits that are not issued yet. */
  expectedDelivery: string | null;
  available: number;
}

export interface VintageLine extends Line, OfferedVintage {
  id: number;
}

export interface ReportLine {
  id: number;
  reportId: number;
  reportName: string;
  pages: number | null;
  shownPriceCents: number;
  priceCents: number;
  /** Whether the report itself or all of its projects are hidden. */
  hidden: boolean;
  /** Only those that are not hidden. */
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

/** A cart with everything needed to show, settle or check it out, read in one statement. */
export interface CartState {
  cart: CartRow;
  /** By the database's clock. */
  now: Date;
  /** In the order in which they were added, as are the reports. */
  vintages: VintageLine[];
  reports: ReportLine[];
  /** Changes that the buyer has not acknowledged, oldest first. */
  changes: CartChange[];
  /** From the buyer's saved company details. */
  companyCountry: CountryCode | null;
  /** What the buyer's company requires of an order. */
  company: { id: number; requirePurchaseOrderNumber: boolean; rules: ApprovalRule[] };
  /** The additionally requested vintage; undefined if there is none. */
  requestedVintage: OfferedVintage | undefined;
}

/** An expression evaluated together with a cart, but only at this version of it. */
interface ExtraExpression<Value> {
  version: number;
  value: RawBuilder<Value>;
}

interface FlatState {
  cartId: number;
  version: number;
  holdsToday: number;
  now: Date;
  /** The requested vintage is among them without an item if it is not in the cart. */
  vintages: (FlatLine | (FlatOffer & { itemId: null }))[];
  reports: ReportLine[];
  changes: CartChange[];
  companyCountry: CountryCode | null;
  company: CartState["company"];
}

/**
 * Returns the cart of a user, and optionally a vintage of the catalogue; undefined if the user has no cart yet. `extra` is
 * null if the cart has another version.
 */
export async function cartState<Value = never>(
  executor: Executor,
  userId: number,
  vintageId?: number,
  extra?: ExtraExpression<Value>,
): Promise<(CartState & { extra: Value | null }) | undefined> {
  const { rows } = await sql<FlatState & { extra: Value | null }>`
    select cart.id as "cartId", cart.version, cart.holds as "holdsToday", clock_timestamp() as now,
      (select coalesce(json_agg(line order by line."itemId"), '[]') from (
        select c.id as "itemId", c.quantity, c.reserved, c.reserved_to as "reservedTo",
          c.price_cents as "shownPriceCents", c.year as "shownYear", c.claim_type as "shownClaimType",
          c.impact_type as "shownImpactType", c.credit_type as "shownCreditType", c.purchasable as "shownPurchasable",
          ${offerColumns(sql`cart.company_id`)}
        from (select vintage_id from cart_items where cart_id = cart.id and vintage_id is not null
            union select ${vintageId ?? null}::integer) chosen
          join (${offerTables}) on v.id = chosen.vintage_id
          left join cart_items c on c.cart_id = cart.id and c.vintage_id = v.id) line) as vintages,
      (select coalesce(json_agg(line order by line.id), '[]') from (
        select c.id, d.id as "reportId", d.name as "reportName", d.pages, c.price_cents as "shownPriceCents",
          d.price_cents as "priceCents", not report_on_sale(d.id) as hidden, ${reportProjects} as projects
        from cart_items c join reports d on d.id = c.report_id where c.cart_id = cart.id) line) as reports,
      (select coalesce(json_agg(json_build_object('productType', product_type, 'productId', product_id, 'name', name,
          'year', year, 'fact', fact, 'before', before, 'after', after) order by since, product_type, product_id, fact), '[]')
        from cart_changes where cart_id = cart.id) as changes,
      (select d.country_code from company_details d where d.company_id = cart.company_id) as "companyCountry",
      (select json_build_object('id', co.id, 'requirePurchaseOrderNumber', co.require_purchase_order_number,
          'rules', (select coalesce(json_agg(json_strip_nulls(json_build_object('kind', r.kind,
              'over', case r.kind when 'AMOUNT' then r.over_limit::numeric / 100 else r.over_limit end)) order by r.position), '[]')
            from approval_rules r where r.company_id = co.id))
        from companies co where co.id = cart.company_id) as company,
      ${extra ? sql`case when cart.version = ${extra.version} then ${extra.value} end` : sql`null`} as extra
    from (select carts.id, carts.version, carts.user_id, users.company_id,
        case when carts.holds_on = (now() at time zone 'UTC')::date then carts.holds else 0 end as holds
      from carts join users on users.id = carts.user_id
      where carts.user_id = ${userId}) cart`.execute(executor);
  const [row] = rows;
  if (!row) return undefined;
  const { cartId, version, holdsToday, vintages, ...state } = row;
  const requested = vintages.find((each) => each.vintageId === vintageId);
  return {
    ...state,
    cart: { id: cartId, userId, version, holdsToday },
    vintages: vintages.filter(isLine).map(lineOf),
    requestedVintage: requested && vintageOf(requested),
  };
}

const reportProjects = sql`
  (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'externalId', p.external_id,
      'continent', p.continent, 'countries', p.countries,
      'registry', json_build_object('id', r.id, 'name', r.name),
      'projectType', json_build_object('id', t.id, 'name', t.name)) order by p.id), '[]')
   from report_projects rp join projects p on p.id = rp.project_id join registries r on r.id = p.registry_id
     join project_types t on t.id = p.project_type_id where rp.report_id = d.id and not p.hidden)`;

/** Prices are those for the company; none for a project with status CONTACT_REQUIRED. */
const offerColumns = (companyId: RawBuilder<unknown>) => sql`
  case when p.status <> 'CONTACT_REQUIRED' then v.price_cents end as "listCents", v.year, v.claim_type as "claimType", v.impact_type as "impactType",
  v.credit_type as "creditType", v.status = 'WITHDRAWN' as withdrawn, v.methodology, v.id as "vintageId",
  case when v.credit_type = 'EX_ANTE' then v.expected_delivery end as "expectedDelivery",
  p.status as "projectStatus", p.hidden, p.id as "projectId", p.name as "projectName",
  p.external_id as "externalId", p.continent, p.countries, r.id as "registryId", r.name as "registryName",
  t.id as "typeId", t.name as "typeName", p.developer_id as "developerId", s.available,
  case when p.status <> 'CONTACT_REQUIRED' then (select terms from price_terms(${companyId}, v.id)) end as terms,
  (select coalesce(json_agg(json_build_object('imageId', i.id, 'alt', i.alt, 'key', i.key) order by i.position, i.id), '[]')
   from project_images i where i.project_id = p.id and i.status = 'READY') as images`;
const offerTables = sql`
  vintages v join projects p on p.id = v.project_id join registries r on r.id = p.registry_id
  join project_types t on t.id = p.project_type_id join vintage_stock s on s.vintage_id = v.id`;

/** Returns the vintages of the catalogue as currently offered to a company. */
export async function offersOf(
  executor: Executor,
  vintageIds: readonly number[],
  companyId: number,
): Promise<OfferedVintage[]> {
  const { rows } =
    await sql<FlatOffer>`select ${offerColumns(sql`${companyId}::integer`)} from ${offerTables}
    where v.id = any(${vintageIds}::integer[]) order by v.id`.execute(executor);
  return rows.map(vintageOf);
}

/** The same for reports. */
export async function reportOffers(
  executor: Executor,
  reportIds: readonly number[],
): Promise<Omit<ReportLine, "id" | "shownPriceCents">[]> {
  const { rows } = await sql<Omit<ReportLine, "id" | "shownPriceCents">>`
    select d.id as "reportId", d.name as "reportName", d.pages, d.price_cents as "priceCents",
      not report_on_sale(d.id) as hidden,
      ${reportProjects} as projects
    from reports d where d.id = any(${reportIds}::integer[]) order by d.id`.execute(executor);
  return rows;
}

/** A vintage's catalogue data and available tonnes. */
interface FlatOffer {
  listCents: number | null;
  terms: Terms[] | null;
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
  developerId: number;
  images: KeyedImage[];
  methodology: string;
  expectedDelivery: string | null;
  available: number;
}

interface FlatLine extends FlatOffer {
  itemId: number;
  quantity: number;
  reserved: number;
  /** A timestamp as JSON encodes it. */
  reservedTo: string | null;
  shownPriceCents: number;
  shownYear: number;
  shownClaimType: ClaimType;
  shownImpactType: ImpactType;
  shownCreditType: CreditType;
  shownPurchasable: boolean;
}

const isLine = (row: FlatState["vintages"][number]): row is FlatLine => row.itemId !== null;

function lineOf(row: FlatLine): VintageLine {
  return {
    id: row.itemId,
    quantity: row.quantity,
    reserved: row.reserved,
    reservedTo: row.reservedTo === null ? null : new Date(row.reservedTo),
    shown: {
      priceCents: row.shownPriceCents,
      year: row.shownYear,
      claimType: row.shownClaimType,
      impactType: row.shownImpactType,
      creditType: row.shownCreditType,
      purchasable: row.shownPurchasable,
    },
    ...vintageOf(row),
  };
}

function vintageOf(row: FlatOffer): OfferedVintage {
  return {
    offer: {
      priceCents: priceAt(row),
      listCents: row.listCents,
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
    expectedDelivery: row.expectedDelivery,
    available: row.available,
  };
}
