-- What a cart was offered for, as long as its credits are held, or until the day to which an operator keeps them.

create table quotes (
  id integer generated always as identity primary key,
  company_id integer not null references companies,
  -- whose cart it was
  user_id integer not null references users,
  -- null for one that was in no cart
  cart_version integer,
  -- an operator keeps its prices, and its credits are reserved for it in its buyer's name, apart from any cart
  holding boolean not null default false,
  kept_by integer references users,
  withdrawn_at timestamptz,
  -- the cart as its buyer saw it: items, prices, VAT
  content jsonb not null,
  valid_until timestamptz not null,
  order_id integer references orders,
  -- where a colleague decides on it
  approval_id integer references approvals,
  created_at timestamptz not null default now(),
  check (num_nonnulls(order_id, approval_id, withdrawn_at) <= 1),
  check (not holding or num_nonnulls(order_id, approval_id, withdrawn_at) = 0)
);
create index quotes_company on quotes (company_id, id desc);
