-- What companies pay of their own: rules and prices, for a time.

create table price_lists (
  id integer generated always as identity primary key,
  name text not null check (name = btrim(name) and name <> ''),
  -- the seller's days, both included
  valid_from date not null,
  valid_until date check (valid_until >= valid_from),
  -- percentages off, each with what it is narrowed to
  rules jsonb not null default '[]' check (jsonb_typeof(rules) = 'array'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index price_lists_name on price_lists (lower(name));

create table price_list_companies (
  company_id integer not null references companies,
  price_list_id integer not null references price_lists on delete cascade,
  primary key (company_id, price_list_id)
);
create index price_list_companies_list on price_list_companies (price_list_id);

create table price_list_prices (
  price_list_id integer not null references price_lists on delete cascade,
  vintage_id integer not null references vintages on delete cascade,
  price_cents bigint not null check (price_cents between 1 and 100000000),
  primary key (price_list_id, vintage_id)
);
create index price_list_prices_vintage on price_list_prices (vintage_id);

-- What the lists that hold today say of a vintage to a company: of each its rules, and the price that it names, if any.
-- The planner puts it into the statement that asks; a company without a list costs one look into an index.
create function price_terms(company integer, vintage integer) returns table (terms json)
language sql stable as $$
  select json_agg(json_build_object('rules', l.rules, 'cents', p.price_cents)) as terms
  from price_list_companies c
    join price_lists l on l.id = c.price_list_id
    left join price_list_prices p on p.price_list_id = l.id and p.vintage_id = vintage
  where c.company_id = company and daterange(l.valid_from, l.valid_until, '[]') @> (now() at time zone
    coalesce((select value ->> 'timeZone' from settings where section = 'seller'), 'Europe/Berlin'))::date
$$;
