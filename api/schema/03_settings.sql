-- What operators configure: settings, their own files, VAT rates, feature flags. And their tools: notes on records, views of
-- lists, bulk decisions.

-- The operators' settings, one row per section; defaults are in code until a section is first saved.
create table settings (
  section text primary key,
  value jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by integer references users
);

-- Standard VAT rates, each from a date on. Source: the member states' rates in force at the end of 2025.
create table vat_rates (
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  valid_from date not null,
  percent numeric(5, 2) not null check (percent between 0 and 100),
  primary key (country_code, valid_from)
);
insert into vat_rates (country_code, valid_from, percent) values
  ('AT', '2000-01-01', 20), ('BE', '2000-01-01', 21), ('BG', '2000-01-01', 20), ('HR', '2012-03-01', 25),
  ('CY', '2014-01-13', 19), ('CZ', '2013-01-01', 21), ('DK', '2000-01-01', 25), ('EE', '2009-07-01', 20),
  ('EE', '2024-01-01', 22), ('EE', '2025-07-01', 24), ('FI', '2013-01-01', 24), ('FI', '2024-09-01', 25.5),
  ('FR', '2014-01-01', 20), ('DE', '2007-01-01', 19), ('GR', '2016-06-01', 24), ('HU', '2012-01-01', 27),
  ('IE', '2012-01-01', 23), ('IT', '2013-10-01', 22), ('LV', '2012-07-01', 21), ('LT', '2009-09-01', 21),
  ('LU', '2024-01-01', 17), ('MT', '2004-01-01', 18), ('NL', '2012-10-01', 21), ('PL', '2011-01-01', 23),
  ('PT', '2011-01-01', 23), ('RO', '2017-01-01', 19), ('RO', '2025-08-01', 21), ('SI', '2013-07-01', 22),
  ('SK', '2011-01-01', 20), ('SK', '2025-01-01', 23), ('ES', '2012-09-01', 21), ('SE', '2000-01-01', 25);

-- Operators' files that replace those shipped with the product.
create table settings_files (
  name text primary key check (name in ('privacy', 'terms', 'salesTerms', 'logo')),
  file_id integer not null references files,
  updated_at timestamptz not null default now()
);

-- Feature flags that operators set without a release; the pages read them with the Flagsmith client.
create table flags (
  id integer generated always as identity primary key,
  name text not null unique check (name ~ '^\w{1,100}$'),
  description text not null check (description <> ''),
  enabled boolean not null default false,
  value text check (value <> ''),
  updated_at timestamptz not null default now(),
  version integer not null default 1 check (version > 0)
);

-- Overrides for one identity, a username. Not a foreign key, as the account may not exist yet.
create table flag_overrides (
  id integer generated always as identity primary key,
  flag_id integer not null references flags on delete cascade,
  identity text not null check (identity <> '' and identity = lower(identity)),
  enabled boolean not null,
  value text check (value <> ''),
  unique (flag_id, identity)
);

insert into flags (name, description) values
  ('new_cart_api', 'The new cart, in which buyers can also order due-diligence reports. Off: the legacy cart.');

-- Operators' notes on a record, and which operators are currently viewing it.
create table record_notes (
  id integer generated always as identity primary key,
  record_type text not null check (record_type in ('order', 'retirement', 'user', 'company')),
  record_id integer not null,
  author_id integer not null references users,
  text text not null,
  -- the users notified by a mention
  mentioned integer[] not null default '{}',
  created_at timestamptz not null default now(),
  struck_at timestamptz
);
create index record_notes_record on record_notes (record_type, record_id, id);

create table record_visits (
  record_type text not null,
  record_id integer not null,
  user_id integer not null references users,
  seen_at timestamptz not null default now(),
  primary key (record_type, record_id, user_id)
);

-- Views of lists that users saved for themselves.
create table saved_views (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  list text not null,
  name text not null check (name = btrim(name) and name <> ''),
  -- the query string of the list's URL
  query text not null,
  -- hidden columns
  hidden text[] not null,
  unique (user_id, list, name)
);

-- Bulk decisions: requested in one call, taken one after the other by a job.
create table bulk_runs (
  id integer generated always as identity primary key,
  actor_id integer not null references users,
  actor text not null,
  ip text not null,
  decision text not null,
  -- [{id, asks}] in the order in which they are processed
  rows jsonb not null,
  -- [{id, code, detail}] of the processed ones
  results jsonb not null default '[]',
  -- until then nothing happens, and the run can be canceled
  starts_at timestamptz not null default now(),
  begun_at timestamptz,
  -- rows not processed by then stay unchanged
  stopped_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null default now()
);
create index bulk_runs_actor on bulk_runs (actor_id);
