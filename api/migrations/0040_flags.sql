-- Switches of the app that operators set without a release; the pages learn them through the calls of the Flagsmith client.
create table flags (
  id integer generated always as identity primary key,
  name text not null unique check (name ~ '^\w{1,100}$'),
  description text not null check (description <> ''),
  enabled boolean not null default false,
  value text check (value <> ''),
  updated_at timestamptz not null default now(),
  version integer not null default 1 check (version > 0)
);

-- What one identity gets instead. The identity is a username, of an account that may not exist yet: no reference.
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
