-- What is for sale: the changes that lists follow, due-diligence reports, and companies' own prices.

-- Buyers' reads are served from each server's memory (docs/decisions/0030). A transaction that changes a project, its vintages,
-- labels or images, its stock, or a name that it displays adds a row here, and every server reads the new rows.
create table catalogue_changes (
  -- the transaction that added it: readers in this order do not miss one that took long
  xid xid8 not null default pg_current_xact_id(),
  -- 0: all projects
  project_id integer not null,
  primary key (xid, project_id)
);

-- Up to where changes have been deleted; a server that has not read that far rebuilds its catalogue.
create table catalogue_horizon (
  one boolean primary key default true check (one),
  pruned_below xid8 not null default '0',
  -- all transactions below it had ended when changes were last deleted
  ended_below xid8 not null default '0'
);
insert into catalogue_horizon default values;

-- Rows of the operators' project list, hidden projects too. Written by refresh_managed_listings; tonnes are in vintage_stock.
create table managed_listings (
  project_id integer primary key references projects on delete cascade,
  registry_id integer not null,
  developer_id integer not null,
  project_type_id integer not null,
  -- bits in the API's order of the categories; for a hidden project, those that it would be listed under
  categories smallint not null,
  hidden boolean not null,
  -- has an active vintage
  sellable boolean not null,
  -- of the active vintages
  year_min smallint,
  year_max smallint,
  price_from bigint,
  price_to bigint,
  status text not null,
  countries text[] not null,
  updated_at timestamptz not null,
  -- sort keys
  name_key text collate "C" not null,
  external_key text collate "C",
  registry_key text collate "C" not null,
  developer_key text collate "C" not null,
  type_key text collate "C" not null,
  country_key text collate "C",
  years_key integer generated always as (year_min * 10000 + year_max) stored,
  -- what the search matches
  words text not null
);
create index managed_listings_words on managed_listings using gin (words gin_trgm_ops);
-- For sorting prices, whose vintages outnumber the projects many times.
create index managed_listings_name on managed_listings (name_key);
create index managed_listings_updated on managed_listings (updated_at, project_id);
-- Also for counting the tabs.
create index managed_listings_status on managed_listings (status, project_id)
  include (hidden, categories, registry_id, project_type_id, developer_id);

/* Brings the rows of these projects (null: of all) up to date with what this transaction sees. To be called after every
   change of a project, its vintages or labels, and of the names of its developer, type and registry, in the same
   transaction. */
create function refresh_managed_listings(ids integer[]) returns void language sql as $$
  -- First, so that another transaction's refresh of the same project is seen and not overwritten.
  select 1 from projects where ids is null or id = any(ids) order by id for no key update;
  insert into managed_listings as l (project_id, registry_id, developer_id, project_type_id, categories, hidden, sellable,
      year_min, year_max, price_from, price_to, status, countries, updated_at, name_key, external_key,
      registry_key, developer_key, type_key, country_key, words)
  select p.id, p.registry_id, p.developer_id, p.project_type_id,
      case when v.sellable or (p.status in ('COMING_SOON', 'CONTACT_REQUIRED') and p.financing_from is null
        and p.sponsoring_from is null) then 1 else 0 end
      | case when p.investment_available and p.financing_from is not null then 2 else 0 end
      | case when p.investment_available and p.sponsoring_from is not null then 4 else 0 end,
      p.hidden, v.sellable, v.year_min, v.year_max, v.price_from, v.price_to, p.status, p.countries,
      p.updated_at, fold_text(p.name), fold_text(p.external_id), fold_text(r.name), fold_text(d.name), fold_text(t.name),
      (select left(fold_text(string_agg(split_part(c.names, ',', 1), ' ' order by listed.place)), 200)
        from unnest(p.countries) with ordinality listed (code, place) join country_names c on c.code = listed.code),
      -- An id at the registry is found with and without punctuation: "VCS 1764", "vcs-1764" and "VCS1764".
      -- A blank precedes each word: one or two letters are searched at the beginning of words.
      ' ' || fold_text(concat_ws(' ', p.id, p.name, nullif(i.facts ->> 'name', p.name), p.external_id, r.name, d.name, t.name)) || ' '
        || replace(coalesce(fold_text(p.external_id), ''), ' ', '')
  from projects p
    join registries r on r.id = p.registry_id
    join developers d on d.id = p.developer_id
    join project_types t on t.id = p.project_type_id
    left join project_imports i on i.project_id = p.id
    cross join lateral (
      select coalesce(bool_or(status = 'ACTIVE'), false) as sellable,
        min(year) filter (where status = 'ACTIVE') as year_min, max(year) filter (where status = 'ACTIVE') as year_max,
        min(price_cents) filter (where status = 'ACTIVE') as price_from,
        max(price_cents) filter (where status = 'ACTIVE') as price_to
      from vintages where project_id = p.id
    ) v
  where ids is null or p.id = any(ids)
  on conflict (project_id) do update set
    registry_id = excluded.registry_id, developer_id = excluded.developer_id,
    project_type_id = excluded.project_type_id, categories = excluded.categories, hidden = excluded.hidden,
    sellable = excluded.sellable, year_min = excluded.year_min,
    year_max = excluded.year_max, price_from = excluded.price_from, price_to = excluded.price_to,
    status = excluded.status, countries = excluded.countries, updated_at = excluded.updated_at,
    name_key = excluded.name_key, external_key = excluded.external_key, registry_key = excluded.registry_key,
    developer_key = excluded.developer_key, type_key = excluded.type_key, country_key = excluded.country_key,
    words = excluded.words
  where l is distinct from excluded
$$;

-- Due-diligence reports, which are sold as files.
create table reports (
  id integer generated always as identity primary key,
  hidden boolean not null default false,
  words text not null generated always as (search_text(name || E'\n' || description)) stored,
  name text not null check (name = btrim(name) and name <> ''),
  description text not null default '',
  price_cents bigint not null check (price_cents between 1 and 100000000),
  pages smallint,
  published_at date not null default current_date,
  file_id integer references files,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

create table report_projects (
  report_id integer not null references reports on delete cascade,
  project_id integer not null references projects,
  primary key (report_id, project_id)
);
create index report_projects_project on report_projects (project_id);

-- Whether buyers may see a report: not if all of its projects are hidden, since it would reveal them.
create function report_on_sale(report integer) returns boolean language sql stable as $$
  select exists (select from reports n where n.id = report and not n.hidden
    and (not exists (select from report_projects m where m.report_id = n.id)
      or exists (select from report_projects m join projects p on p.id = m.project_id
        where m.report_id = n.id and not p.hidden)))
$$;

-- Companies' own prices: rules and fixed prices, for a period.
create table price_lists (
  id integer generated always as identity primary key,
  name text not null check (name = btrim(name) and name <> ''),
  -- the seller's days, both inclusive
  valid_from date not null,
  valid_until date check (valid_until >= valid_from),
  -- percentage discounts, each with its scope
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

-- The terms of a company's currently valid price lists for a vintage: the rules of each, and its fixed price, if any. The
-- planner inlines the function; for a company without a list it costs one index lookup.
create function price_terms(company integer, vintage integer) returns table (terms json)
language sql stable as $$
  select json_agg(json_build_object('rules', l.rules, 'cents', p.price_cents)) as terms
  from price_list_companies c
    join price_lists l on l.id = c.price_list_id
    left join price_list_prices p on p.price_list_id = l.id and p.vintage_id = vintage
  where c.company_id = company and daterange(l.valid_from, l.valid_until, '[]') @> (now() at time zone
    coalesce((select value ->> 'timeZone' from settings where section = 'seller'), 'Europe/Berlin'))::date
$$;
