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
  currency text not null default 'EUR' check (currency = 'EUR'),
  -- ISO 11649 creditor reference
  payment_reference text not null unique,
  invoice_number text unique,
  invoice_file_id integer references files,
  paid_at timestamptz,
  rejection_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'PAID') = (paid_at is not null)),
  check ((status = 'REJECTED') = (rejection_reason is not null)),
  check (status not in ('AWAITING_PAYMENT', 'PAID') or invoice_number is not null),
  check (vat_category = 'S' or vat_cents = 0)
);
create index orders_user on orders (user_id, created_at desc, id desc);
create index orders_status on orders (status, created_at desc, id desc);
create index orders_created on orders (created_at desc, id desc);

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

alter table credit_movements add foreign key (order_id) references orders;

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

-- The same key and body of the same caller act once and answer the same.
create table idempotency_keys (
  user_id integer not null references users on delete cascade,
  endpoint text not null,
  key text not null,
  body_sha256 text not null,
  status integer not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, endpoint, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
