-- What a company asks before one of its people orders: rules, requests that wait for a colleague, and budgets.

create table approval_rules (
  company_id integer not null references companies,
  position smallint not null,
  kind text not null check (kind in ('AMOUNT', 'TONNES', 'EX_ANTE', 'WITHOUT_LABEL', 'OVER_BUDGET')),
  -- net cents for AMOUNT, tonnes for TONNES
  over_limit bigint check (over_limit >= 0),
  primary key (company_id, position),
  check ((kind in ('AMOUNT', 'TONNES')) = (over_limit is not null))
);

-- An order that waits for a colleague. Its credits stay reserved, in the name of whoever asked.
create table approvals (
  id integer generated always as identity (start with 301) primary key,
  company_id integer not null references companies,
  user_id integer not null references users,
  status text not null default 'PENDING'
    check (status in ('PENDING', 'APPROVED', 'REFUSED', 'WITHDRAWN', 'EXPIRED')),
  -- those that asked for it, as they were
  rules jsonb not null,
  -- how it is to be billed, as it was typed
  details jsonb not null,
  cost_centre text,
  total_credits bigint not null,
  net_cents bigint not null,
  vat_percent numeric(5, 2) not null,
  vat_cents bigint not null,
  gross_cents bigint not null,
  vat_category text not null,
  own_terms_file_id integer references files,
  -- what the catalogue says otherwise by now, as the approver was last told
  told_changes jsonb not null default '[]',
  expires_at timestamptz not null,
  -- the requester asked once for more time, and when last reminded whom it waits for
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

-- Net cents that a company means to spend on a cost centre in a calendar year.
create table company_budgets (
  company_id integer not null references companies,
  cost_centre text not null check (length(cost_centre) between 1 and 60),
  year smallint not null,
  amount_cents bigint not null check (amount_cents >= 0),
  primary key (company_id, cost_centre, year)
);
