import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import pg from "pg";

// The limit of a purchase: two routes that write, with one statement each, the rows that any correct program must
// write, and nothing else. The tables are copies of ours with their keys, indexes, checks and foreign keys, but without
// triggers: stock is counted here.
const [, , url, connections] = process.argv as [string, string, string, string];
const pool = new pg.Pool({ connectionString: url, max: Number(connections) });

const tables = [
  "carts",
  "cart_items",
  "vintage_stock",
  "credit_movements",
  "orders",
  "order_items",
];
const otherTables = ["order_transitions", "notifications", "idempotency_keys"];
await pool.query(`
  drop schema if exists bare cascade;
  create schema bare;
  ${[...tables, ...otherTables].map((table) => `create table bare.${table} (like public.${table} including all);`).join("\n")}
  insert into bare.vintage_stock select * from public.vintage_stock;
  create table bare.jobs (id bigint generated always as identity primary key, name text not null, payload json not null,
    run_at timestamptz not null default now());
  analyze bare.vintage_stock;`);
// `like` does not copy foreign keys. Those between copied tables refer to the copies.
const { rows: references } = await pool.query<{ table: string; definition: string }>(
  `select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint
   where contype = 'f' and conrelid = any($1::regclass[])`,
  [[...tables, ...otherTables]],
);
for (const { table, definition } of references) {
  const [, to] = /REFERENCES (\w+)/.exec(definition)!;
  const isCopied = [...tables, ...otherTables].includes(to!);
  await pool.query(
    `alter table bare.${table} add ${definition.replace("REFERENCES ", `REFERENCES ${isCopied ? "bare" : "public"}.`)}`,
  );
}

const setLine = {
  name: "set",
  text: `
    with cart as (
      insert into bare.carts (user_id, version) values ($1, 1)
      on conflict (user_id) do update set version = bare.carts.version + 1 returning id, version
    ), line as (
      select coalesce(max(i.reserved), 0) as was from bare.cart_items i join bare.carts c on c.id = i.cart_id
      where c.user_id = $1 and i.vintage_id = $2
    ), stock as (
      update bare.vintage_stock set available = available - ($3 - was), reserved = reserved + ($3 - was)
      from line where vintage_id = $2 and available >= $3 - was returning vintage_id, was
    ), moved as (
      insert into bare.credit_movements (vintage_id, kind, from_account, to_account, quantity, owner_id, actor_id, reason)
      select vintage_id, case when $3 > was then 'RESERVE' else 'RELEASE' end,
        case when $3 > was then 'AVAILABLE' else 'RESERVED' end, case when $3 > was then 'RESERVED' else 'AVAILABLE' end,
        abs($3 - was), $1, $1, 'set' from stock where $3 <> was
    )
    insert into bare.cart_items (cart_id, product_type, vintage_id, quantity, reserved, reserved_to, price_cents, year,
      claim_type, impact_type, credit_type)
    select cart.id, 'VINTAGE_CREDITS', v.id, $3, $3, now() + interval '30 minutes', v.price_cents, v.year,
      v.claim_type, v.impact_type, v.credit_type
    from cart, stock join vintages v on v.id = stock.vintage_id join projects p on p.id = v.project_id
    where v.status <> 'WITHDRAWN' and v.price_cents is not null and p.status = 'AVAILABLE' and not p.hidden
    on conflict (cart_id, vintage_id) do update set quantity = excluded.quantity, reserved = excluded.reserved,
      reserved_to = excluded.reserved_to
    returning (select version from cart) as version, id, quantity, price_cents`,
};

const placeOrder = {
  name: "order",
  text: `
    with cart as (
      update bare.carts set version = version + 1 where user_id = $1 and version = $2 returning id
    ), gone as (
      delete from bare.cart_items i using cart where i.cart_id = cart.id returning i.*
    ), placed as (
      insert into bare.orders (user_id, company_id, company_name, vat_number, invoice_email, street, postal_code, province, city,
        country_code, total_credits, net_cents, vat_percent, vat_cents, gross_cents, vat_category, payment_reference,
        username, item_names)
      select $1, (select company_id from users where id = $1), $3, $4, $5, $6, $7, $8, $9, $10, sum(quantity), sum(quantity * price_cents), 19,
        round(sum(quantity * price_cents) * 0.19), sum(quantity * price_cents) + round(sum(quantity * price_cents) * 0.19),
        'S', gen_random_uuid(), 'buyer@company.example', 'a project' from gone having count(*) > 0 returning id, total_credits, gross_cents, created_at
    ), items as (
      insert into bare.order_items (order_id, position, product_type, vintage_id, project_id, quantity, price_cents,
        total_cents, product)
      select placed.id, row_number() over (), 'VINTAGE_CREDITS', v.id, v.project_id, quantity, gone.price_cents,
        quantity * gone.price_cents, json_build_object('project', json_build_object('id', p.id, 'name', p.name),
          'vintage', json_build_object('id', v.id, 'year', v.year))
      from placed, gone join vintages v on v.id = gone.vintage_id join projects p on p.id = v.project_id
      returning vintage_id, quantity
    ), stock as (
      update bare.vintage_stock s set reserved = reserved - quantity, committed = committed + quantity
      from items where s.vintage_id = items.vintage_id
    ), moved as (
      insert into bare.credit_movements (vintage_id, kind, from_account, to_account, quantity, owner_id, order_id, actor_id,
        reason)
      select vintage_id, 'COMMIT', 'RESERVED', 'COMMITTED', quantity, $1, placed.id, $1, 'placed' from items, placed
    ), step as (
      insert into bare.order_transitions (order_id, to_status, actor_id)
      select id, 'AWAITING_APPROVAL', $1 from placed
    ), told as (
      insert into bare.notifications (user_id, code, facts)
      select $1, 'order.created', json_build_object('orderId', id, 'total', gross_cents) from placed
    ), job as (
      insert into bare.jobs (name, payload) select 'order.confirm', json_build_object('orderId', id) from placed
    ), kept as (
      insert into bare.idempotency_keys (user_id, endpoint, key, body_sha256, answer)
      select $1, 'checkout', $11, $12, json_build_object('id', id) from placed
    )
    select * from placed`,
};

const app = Fastify();
app.post("/cart", async (request, reply) => {
  const { userId, vintageId, credits } = request.body as Record<string, number>;
  const { rows } = await pool.query({ ...setLine, values: [userId, vintageId, credits] });
  if (rows.length === 0) return reply.status(409).send({ code: "INSUFFICIENT_CREDITS" });
  return rows[0];
});
app.post("/checkout", async (request, reply) => {
  const { userId, version, details, key } = request.body as {
    userId: number;
    version: number;
    details: Record<string, string>;
    key: string;
  };
  const { companyName, vatNumber, invoiceEmail, street, postalCode, province, city } = details;
  const values = [userId, version, companyName, vatNumber, invoiceEmail, street, postalCode];
  const { rows } = await pool.query({
    ...placeOrder,
    values: [...values, province, city, details.countryCode, key, "0".repeat(64)],
  });
  if (rows.length === 0) return reply.status(409).send({ code: "CART_CHANGED" });
  return rows[0];
});
app.setErrorHandler((error: Error, _request, reply) => {
  console.error(error.message);
  return reply.status(500).send({});
});
process.on("disconnect", () => process.exit(0));
await app.listen({ host: "127.0.0.1", port: 0 });
process.send!({ port: (app.server.address() as AddressInfo).port });
