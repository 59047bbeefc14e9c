-- What a cart was offered for, as long as its credits are held.

create table quotes (
  id integer generated always as identity primary key,
  company_id integer not null references companies,
  -- whose cart it was
  user_id integer not null references users,
  cart_version integer not null,
  -- the cart as its buyer saw it: items, prices, VAT
  content jsonb not null,
  valid_until timestamptz not null,
  order_id integer references orders,
  created_at timestamptz not null default now()
);
create index quotes_company on quotes (company_id, id desc);
