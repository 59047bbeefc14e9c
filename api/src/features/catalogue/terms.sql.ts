import { sql } from "kysely";
import { sellerToday } from "../../core/days.sql.ts";
import type { Executor } from "../../core/db.ts";
import type { CompanyTerms } from "./ownPrices.rules.ts";

/** Returns the price list terms of each company that has a list valid today. */
export async function termsByCompany(executor: Executor): Promise<Map<number, CompanyTerms>> {
  const { rows } = await sql<{ companyIds: number[] } & CompanyTerms>`
    with held as (
      select l.id, l.version, l.rules, (select coalesce(json_object_agg(p.vintage_id, p.price_cents), '{}')
        from price_list_prices p where p.price_list_id = l.id) as prices
      from price_lists l where daterange(l.valid_from, l.valid_until, '[]') @> ${sellerToday}
    ), had as (
      select c.company_id, array_agg(c.price_list_id order by c.price_list_id) as ids
      from price_list_companies c join held on held.id = c.price_list_id group by c.company_id
    ), alike as (select ids, array_agg(company_id) as "companyIds" from had group by ids)
    select "companyIds", string_agg(concat(held.id, ' ', held.version), ',' order by held.id) as key,
      json_agg(json_build_object('rules', held.rules, 'prices', held.prices)) as lists
    from alike join held on held.id = any(alike.ids) group by alike.ids, "companyIds"`.execute(
    executor,
  );
  return new Map(
    rows.flatMap(({ companyIds, ...terms }) => companyIds.map((id) => [id, terms] as const)),
  );
}
