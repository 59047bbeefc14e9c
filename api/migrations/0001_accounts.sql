create table roles (
  id integer generated always as identity primary key,
  name text not null unique check (name = btrim(name) and name <> ''),
  permissions text[] not null default '{}'
);

insert into roles (name, permissions) values
  ('Admin', array(select area || ':' || action
     from unnest(array['projects','users','orders','retirements','directory','reports','settings','audit']) area,
          unnest(array['read','write']) action)),
  ('User', '{}'),
  ('Anonymous', '{}');

create table partners (
  id integer generated always as identity primary key,
  name text not null check (name = btrim(name) and name <> ''),
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create unique index partners_name on partners (lower(name));

create table users (
  id integer generated always as identity primary key,
  -- an email, stored in lower case
  username text not null unique check (username = lower(username)),
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  phone text,
  avatar_file_id integer,
  role_id integer not null references roles,
  blocked boolean not null default false,
  blocked_reason text,
  verified_at timestamptz,
  registered_at timestamptz not null default now(),
  last_login_at timestamptz,
  last_purchase_at timestamptz,
  total_purchased_volume bigint not null default 0 check (total_purchased_volume >= 0),
  referal_partner_id integer references partners,
  referal_external_id text,
  demonstration boolean not null default false,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);
create index users_role on users (role_id);
create index users_partner on users (referal_partner_id) where referal_partner_id is not null;
create index users_registered on users (registered_at desc, id desc);

-- One row per login: a family of refresh tokens. A refresh token names its session and generation;
-- an older generation that comes back means that a token was stolen, and ends the family.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id integer not null references users on delete cascade,
  generation integer not null default 1,
  rotated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_reason text,
  check ((ended_at is null) = (ended_reason is null))
);
create index sessions_open on sessions (user_id) where ended_at is null;
create index sessions_expiry on sessions (expires_at);
