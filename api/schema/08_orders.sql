-- Orders, their items and transitions, and their invoices. Approvals within a company before an order, and quotes.

create table orders (
  id integer generated always as identity (start with 10001) primary key,
  -- who ordered, for which company
  user_id integer not null references users,
  company_id integer not null references companies,
  status text not null default 'AWAITING_APPROVAL'
    check (status in ('AWAITING_APPROVAL', 'AWAITING_PAYMENT', 'PAID', 'REJECTED')),
  gross_cents bigint not null,
  -- What the list searches; early in the row, where it is faster to access. Searches within one company's orders only match the
  -- part after the tab.
  words text not null generated always as (search_text(username || E'\n' || invoice_email || E'\n'
    || vat_number || E'\t' || id::text || E'\n' || company_name || E'\n'
    || coalesce(invoice_number, '') || E'\n' || payment_reference || E'\n'
    || coalesce(purchase_order_number, '') || E'\n' || coalesce(cost_centre, '') || E'\n'
    || coalesce(buyer_reference, '') || E'\n' || coalesce(remark, '') || E'\n' || item_names
    -- both amounts in cents, as letters: a search for digits must not match part of an amount
    || E'\n' || translate('=' || gross_cents || '=' || net_cents || '=', '0123456789', 'abcdefghij'))) stored,
  -- copies for the search, of the buyer's username and of the items
  username text not null,
  item_names text not null,
  company_name text not null,
  vat_number text not null,
  invoice_email text not null,
  street text not null,
  postal_code text not null,
  province text not null,
  city text not null,
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  -- the buyer's own purchase order number (BT-13)
  purchase_order_number text check (length(purchase_order_number) between 1 and 60),
  -- the buyer's cost centre (BT-19), their reference (BT-10), and their remark (BT-22)
  cost_centre text check (length(cost_centre) between 1 and 60),
  buyer_reference text check (length(buyer_reference) between 1 and 60),
  remark text check (length(remark) between 1 and 500),
  total_credits bigint not null check (total_credits >= 0),
  net_cents bigint not null check (net_cents >= 0),
  vat_percent numeric(5, 2) not null,
  -- the rate it was placed with, if another one applied on the day of its approval, which is the day of supply
  placed_vat_percent numeric(5, 2),
  vat_cents bigint not null check (vat_cents >= 0),
  vat_category text not null check (vat_category in ('S', 'AE', 'O')),
  vat_check_result text check (vat_check_result in ('VALID', 'INVALID', 'NOT_CHECKED')),
  vat_check_on date,
  -- proof that a buyer with an invalid VAT number is a taxable person, on which an operator approved the order
  vat_check_evidence text,
  -- why an operator approved it although it exceeds the company's credit limit
  limit_reason text,
  currency text not null default 'EUR' check (currency = 'EUR'),
  -- ISO 11649 creditor reference
  payment_reference text not null unique,
  -- the version of the sales terms that the buyer accepted; null for orders on a server without the web app
  sales_terms_file_id integer references files,
  -- The current invoice, and the last credit note: invoices has all of them.
  invoice_number text,
  invoice_file_id integer references files,
  credit_note_number text,
  -- Credited while the order stands: amounts, and tonnes returned.
  credited_net_cents bigint not null default 0 check (credited_net_cents between 0 and net_cents),
  credited_cents bigint not null default 0 check (credited_cents between 0 and gross_cents),
  returned_credits bigint not null default 0 check (returned_credits between 0 and total_credits),
  approved_at timestamptz,
  due_on date,
  paid_at timestamptz,
  rejection_reason text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (gross_cents = net_cents + vat_cents),
  check ((status = 'PAID') = (paid_at is not null)),
  check ((status = 'REJECTED') = (rejection_reason is not null)),
  check (status not in ('AWAITING_PAYMENT', 'PAID') or (invoice_number is not null and due_on is not null)),
  check (vat_category = 'S' or vat_cents = 0),
  check (placed_vat_percent is null or vat_category = 'S'),
  check ((vat_check_result is null) = (vat_check_on is null)),
  check (vat_check_evidence is null or vat_check_result is not null)
);
create index orders_company on orders (company_id, created_at desc, id desc);
create index orders_user on orders (user_id);
create index orders_created on orders (created_at desc, id desc);
create index orders_status on orders (status, created_at desc, id desc);
-- Counts the tabs, with their sums.
create index orders_due on orders (status, due_on) include (gross_cents);
create index orders_words on orders using gin (words gin_trgm_ops);
-- When any file is deleted, even a portrait, PostgreSQL looks for references to it in every table.
create index orders_terms_file on orders (sales_terms_file_id) where sales_terms_file_id is not null;
create index orders_invoice_file on orders (invoice_file_id) where invoice_file_id is not null;

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
  -- Credited by credit notes: never more than was invoiced.
  credited_quantity integer not null default 0 check (credited_quantity between 0 and quantity),
  credited_cents bigint not null default 0 check (credited_cents between 0 and total_cents),
  returned_quantity integer not null default 0 check (returned_quantity between 0 and credited_quantity),
  -- a copy of names, year, claim type … at the time of the order
  product jsonb not null,
  unique (order_id, position),
  check ((product_type = 'VINTAGE_CREDITS') = (vintage_id is not null and report_id is null and project_id is not null)),
  check ((product_type = 'DUE_DILIGENCE_REPORT') = (report_id is not null and vintage_id is null))
);
create unique index order_items_vintage on order_items (order_id, vintage_id) where vintage_id is not null;
create index order_items_by_report on order_items (report_id) where report_id is not null;

-- Every transition, with who and when. An order's first row has no from_status.
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

-- Invoice and credit-note numbers: one locked row per series and year, so that a rolled-back issue leaves no gap.
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
  -- the seller, the buyer, the lines and the sums on that day
  content jsonb not null,
  pdf_file_id integer references files,
  ubl_file_id integer references files,
  -- The invoice that a credit note credits, or that a corrected invoice replaces.
  corrects_id integer references invoices,
  reason text,
  created_at timestamptz not null default now(),
  check ((series = 'INVOICE') = (due_on is not null)),
  check (series = 'INVOICE' or corrects_id is not null),
  check ((corrects_id is null) = (reason is null))
);
create index invoices_order on invoices (order_id, id);
-- A month's books, by number.
create index invoices_issued on invoices (issued_on, number);
create index invoices_pdf_file on invoices (pdf_file_id) where pdf_file_id is not null;
create index invoices_ubl_file on invoices (ubl_file_id) where ubl_file_id is not null;

-- What a company requires before its members order: rules, requests awaiting a colleague's approval, and budgets.
create table approval_rules (
  company_id integer not null references companies,
  position smallint not null,
  kind text not null check (kind in ('AMOUNT', 'TONNES', 'EX_ANTE', 'WITHOUT_LABEL', 'OVER_BUDGET')),
  -- net cents for AMOUNT, tonnes for TONNES
  over_limit bigint check (over_limit >= 0),
  primary key (company_id, position),
  check ((kind in ('AMOUNT', 'TONNES')) = (over_limit is not null))
);

-- An order awaiting a colleague's approval. Its credits stay reserved in the requester's name.
create table approvals (
  id integer generated always as identity (start with 301) primary key,
  company_id integer not null references companies,
  user_id integer not null references users,
  status text not null default 'PENDING'
    check (status in ('PENDING', 'APPROVED', 'REFUSED', 'WITHDRAWN', 'EXPIRED')),
  -- the rules that required the approval, at that time
  rules jsonb not null,
  -- the billing details as entered
  details jsonb not null,
  cost_centre text,
  total_credits bigint not null,
  net_cents bigint not null,
  vat_percent numeric(5, 2) not null,
  vat_cents bigint not null,
  gross_cents bigint not null,
  vat_category text not null,
  own_terms_file_id integer references files,
  -- differences from the current catalogue, as last shown to the approver
  told_changes jsonb not null default '[]',
  expires_at timestamptz not null,
  -- whether the requester has used their one extension, and when they last reminded the approvers
  prolonged boolean not null default false,
  reminded_at timestamptz,
  decided_by integer references users,
  decided_at timestamptz,
  reason text,
  order_id integer references orders,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check ((status = 'PENDING') = (decided_at is null)),
  check ((status = 'APPROVED') = (order_id is not null)),
  check ((status = 'REFUSED') = (reason is not null))
);
create index approvals_company on approvals (company_id, status, created_at desc, id desc);
create index approvals_terms_file on approvals (own_terms_file_id) where own_terms_file_id is not null;

create table approval_items (
  approval_id integer not null references approvals,
  position smallint not null,
  vintage_id integer references vintages,
  report_id integer references reports,
  project_id integer references projects,
  quantity integer not null check (quantity > 0),
  price_cents bigint not null check (price_cents > 0),
  product jsonb not null,
  primary key (approval_id, position),
  check (num_nonnulls(vintage_id, report_id) = 1)
);

-- A company's budget for a cost centre in a calendar year, in net cents.
create table company_budgets (
  company_id integer not null references companies,
  cost_centre text not null check (length(cost_centre) between 1 and 60),
  year smallint not null,
  amount_cents bigint not null check (amount_cents >= 0),
  primary key (company_id, cost_centre, year)
);

-- Quotes for a cart, valid while its credits are held, or until the day to which an operator extends them.
create table quotes (
  id integer generated always as identity primary key,
  company_id integer not null references companies,
  -- whose cart it was
  user_id integer not null references users,
  -- null for a quote without a cart
  cart_version integer,
  -- an operator has fixed its prices, and its credits are reserved in the buyer's name, independently of any cart
  holding boolean not null default false,
  kept_by integer references users,
  withdrawn_at timestamptz,
  -- the cart as the buyer saw it: items, prices, VAT
  content jsonb not null,
  valid_until timestamptz not null,
  order_id integer references orders,
  -- set if a colleague must approve it
  approval_id integer references approvals,
  created_at timestamptz not null default now(),
  check (num_nonnulls(order_id, approval_id, withdrawn_at) <= 1),
  check (not holding or num_nonnulls(order_id, approval_id, withdrawn_at) = 0)
);
create index quotes_company on quotes (company_id, id desc);
