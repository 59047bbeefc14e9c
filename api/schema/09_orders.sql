-- Orders, their items and transitions, and their invoices.

create table orders (
  id integer generated always as identity (start with 10001) primary key,
  user_id integer not null references users,
  status text not null default 'AWAITING_APPROVAL'
    check (status in ('AWAITING_APPROVAL', 'AWAITING_PAYMENT', 'PAID', 'REJECTED')),
  company_name text not null,
  vat_number text not null,
  invoice_email text not null,
  street text not null,
  postal_code text not null,
  province text not null,
  city text not null,
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  total_credits bigint not null check (total_credits >= 0),
  net_cents bigint not null check (net_cents >= 0),
  vat_percent numeric(5, 2) not null,
  vat_cents bigint not null check (vat_cents >= 0),
  gross_cents bigint not null check (gross_cents = net_cents + vat_cents),
  vat_category text not null check (vat_category in ('S', 'AE', 'O')),
  vat_check_result text check (vat_check_result in ('VALID', 'INVALID', 'NOT_CHECKED')),
  vat_check_on date,
  -- what shows that a buyer is a taxable person whose VAT number was found not valid; what an operator approved on
  vat_check_evidence text,
  currency text not null default 'EUR' check (currency = 'EUR'),
  -- ISO 11649 creditor reference
  payment_reference text not null unique,
  -- the sales terms that the buyer accepted, as they were that day; null for orders of a server without its pages
  sales_terms_file_id integer references files,
  invoice_number text unique,
  invoice_file_id integer references files,
  credit_note_number text unique,
  credit_note_file_id integer references files,
  approved_at timestamptz,
  due_on date,
  paid_at timestamptz,
  rejection_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'PAID') = (paid_at is not null)),
  check ((status = 'REJECTED') = (rejection_reason is not null)),
  check (status not in ('AWAITING_PAYMENT', 'PAID') or invoice_number is not null),
  check (vat_category = 'S' or vat_cents = 0),
  check ((vat_check_result is null) = (vat_check_on is null)),
  check (vat_check_evidence is null or vat_check_result is not null)
);
create index orders_user on orders (user_id, created_at desc, id desc);
create index orders_status on orders (status, created_at desc, id desc);
create index orders_created on orders (created_at desc, id desc);
create index orders_by_status on orders (status, id) include (gross_cents);
create index orders_by_company on orders (company_name, id);
create index orders_by_country on orders (country_code, id);
create index orders_by_credits on orders (total_credits, id);
create index orders_by_net on orders (net_cents, id);
create index orders_by_gross on orders (gross_cents, id);
create index orders_by_invoice on orders (invoice_number, id);
create index orders_by_invoice_down on orders (invoice_number desc nulls last, id desc);
create index orders_by_payment on orders (paid_at, id);
create index orders_by_payment_down on orders (paid_at desc nulls last, id desc);
create index orders_paid on orders (user_id) include (total_credits, net_cents) where status = 'PAID';
create index orders_by_vat on orders (vat_cents, id);
create index orders_by_due_day on orders (due_on, id);
create index orders_by_due_day_down on orders (due_on desc nulls last, id desc);

create table order_items (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  position smallint not null,
  product_type text not null check (product_type in ('VINTAGE_CREDITS', 'DUE_DILIGENCE_REPORT')),
  vintage_id integer references vintages,
  report_id integer references reports,
  project_id integer references projects,
  quantity integer not null check (quantity > 0),
  price_cents bigint not null check (price_cents > 0),
  total_cents bigint not null check (total_cents = price_cents * quantity),
  -- a copy of names, year, claim type … as they were when ordered
  product jsonb not null,
  unique (order_id, position),
  check ((product_type = 'VINTAGE_CREDITS') = (vintage_id is not null and report_id is null and project_id is not null)),
  check ((product_type = 'DUE_DILIGENCE_REPORT') = (report_id is not null and vintage_id is null))
);
create unique index order_items_vintage on order_items (order_id, vintage_id) where vintage_id is not null;
create index order_items_by_vintage on order_items (vintage_id) where vintage_id is not null;
create index order_items_by_report on order_items (report_id) where report_id is not null;

-- Every transition, with who and when. The first row of an order has no from_status.
create table order_transitions (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  from_status text,
  to_status text not null,
  actor_id integer references users,
  reason text,
  occurred_at timestamptz not null default now()
);
create index order_transitions_order on order_transitions (order_id, id);

-- Invoice and credit-note numbers: one locked row for a series and a year, so that a rolled-back issue leaves no gap.
create table number_series (
  series text not null check (series in ('INVOICE', 'CREDIT_NOTE')),
  year smallint not null,
  last_number integer not null check (last_number > 0),
  primary key (series, year)
);

create table invoices (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  series text not null check (series in ('INVOICE', 'CREDIT_NOTE')),
  number text not null unique,
  issued_on date not null,
  due_on date,
  -- the seller, the buyer, the lines and the sums as they were on that day
  content jsonb not null,
  pdf_file_id integer references files,
  ubl_file_id integer references files,
  created_at timestamptz not null default now(),
  unique (order_id, series),
  check ((series = 'INVOICE') = (due_on is not null))
);

create table order_searches (
  order_id integer primary key references orders on delete cascade,
  status text not null,
  gross_cents bigint not null,
  created_at timestamptz not null,
  words text not null
);
create function order_words(given integer) returns text language sql stable as $$
  select lower(concat_ws(E'\n', u.username, o.id, o.company_name, o.invoice_number, o.payment_reference,
    (select string_agg(distinct coalesce(i.product #>> '{project,name}', i.product ->> 'reportName'), E'\n')
      from order_items i where i.order_id = o.id)))
  from orders o join users u on u.id = o.user_id where o.id = given
$$;
create index order_searches_created on order_searches (created_at, order_id);
create index order_searches_words on order_searches using gin (words gin_trgm_ops);

create function add_order_searches() returns trigger language plpgsql as $$
begin
  insert into order_searches (order_id, status, gross_cents, created_at, words)
  select o.id, o.status, o.gross_cents, o.created_at, order_words(o.id)
  from orders o where o.id in (select id from added);
  return null;
end $$;
create trigger add_searches after insert on orders
  referencing new table as added for each statement execute function add_order_searches();

create function change_order_search() returns trigger language plpgsql as $$
begin
  update order_searches set status = new.status, gross_cents = new.gross_cents, created_at = new.created_at,
    words = order_words(new.id) where order_id = new.id;
  return null;
end $$;
create trigger change_search
  after update of status, gross_cents, created_at, company_name, invoice_number, payment_reference on orders
  for each row execute function change_order_search();

create function add_bought_words() returns trigger language plpgsql as $$
begin
  update order_searches s set words = order_words(o.id)
  from orders o where o.id = s.order_id and o.id in (select order_id from added);
  return null;
end $$;
create trigger add_words after insert on order_items
  referencing new table as added for each statement execute function add_bought_words();

-- The buyer is locked: whoever moves them to another partner meanwhile either takes this purchase along or is waited for.
create function count_purchase(buyer integer, credits bigint, cents bigint) returns void language plpgsql as $$
declare
  partner integer;
begin
  select referal_partner_id into partner from users where id = buyer for no key update;
  update partners set purchased_credits = purchased_credits + credits, purchased_net_cents = purchased_net_cents + cents
  where id = partner;
end $$;
create function count_paid_order() returns trigger language plpgsql as $$
begin
  if old.status = 'PAID' then perform count_purchase(old.user_id, -old.total_credits, -old.net_cents); end if;
  if new.status = 'PAID' then perform count_purchase(new.user_id, new.total_credits, new.net_cents); end if;
  return null;
end $$;
create trigger count_paid after insert on orders
  for each row when (new.status = 'PAID') execute function count_paid_order();
create trigger recount_paid after update of status, user_id, total_credits, net_cents on orders
  for each row when ((old.status = 'PAID' or new.status = 'PAID') and (old.status, old.user_id, old.total_credits, old.net_cents)
    is distinct from (new.status, new.user_id, new.total_credits, new.net_cents))
  execute function count_paid_order();
create trigger uncount_paid after delete on orders
  for each row when (old.status = 'PAID') execute function count_paid_order();
