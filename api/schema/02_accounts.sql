-- Roles, referral partners, people, and what proves who they are.

create table roles (
  id integer generated always as identity primary key,
  name text not null unique check (name = btrim(name) and name <> ''),
  permissions text[] not null default '{}',
  version integer not null default 1
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
  -- the people whom this partner referred, and what they bought; kept by the triggers below
  referred_users integer not null default 0,
  purchased_credits bigint not null default 0,
  purchased_net_cents bigint not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  name_key text not null generated always as (lower(name)) stored
);
create unique index partners_name on partners (lower(name));
create index partners_by_name on partners (name_key, id);
create index partners_by_age on partners (created_at, id);
create index partners_by_people on partners (referred_users, id);
create index partners_by_credits on partners (purchased_credits, id);
create index partners_by_net on partners (purchased_net_cents, id);

create table users (
  id integer generated always as identity primary key,
  -- an email, stored in lower case
  username text not null unique check (username = lower(username)),
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  phone text,
  avatar_file_id integer references files,
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
  -- The account stays, since orders and the audit log name it; who it was is gone.
  erased_at timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  -- where somebody stands: kept by a trigger, since it depends on the role's name ("Anonymous" is fixed)
  standing text not null default 'UNVERIFIED' check (standing in ('UNVERIFIED', 'TO_ADMIT', 'ADMITTED', 'BLOCKED')),
  -- in the order in which an account passes through them
  standing_place smallint not null generated always as (case standing
    when 'UNVERIFIED' then 1 when 'TO_ADMIT' then 2 when 'ADMITTED' then 3 else 4 end) stored,
  -- the partner's name, kept by triggers
  partner_key text,
  -- The last name's end comes before any letter.
  name_key text not null generated always as (lower(last_name) || E'\t' || lower(first_name)) stored,
  words text not null generated always as (lower(username || ' ' || first_name || ' '
    || last_name || ' ' || coalesce(phone, '') || ' ' || coalesce(referal_external_id, ''))) stored
);
create index users_role on users (role_id, id) include (standing);
create index users_partner on users (referal_partner_id) where referal_partner_id is not null;
create index users_words on users using gin (words gin_trgm_ops);
create index users_registered on users (registered_at desc, id desc);
create index users_by_name on users (name_key, id);
create index users_by_username on users (username, id);
create index users_by_standing on users (standing_place, id) include (standing);
create index users_by_login on users (last_login_at, id);
create index users_last_login on users (last_login_at desc nulls last, id desc);
create index users_by_purchase on users (last_purchase_at, id);
create index users_last_purchase on users (last_purchase_at desc nulls last, id desc);
create index users_volume on users (total_purchased_volume desc, id desc);
create index users_by_partner on users (partner_key, id);
create index users_by_partner_down on users (partner_key desc nulls last, id desc);

create function keep_standing() returns trigger language plpgsql as $$
begin
  new.standing := case
    when new.blocked then 'BLOCKED'
    when new.verified_at is null then 'UNVERIFIED'
    when (select name from roles where id = new.role_id) = 'Anonymous' then 'TO_ADMIT'
    else 'ADMITTED' end;
  return new;
end $$;
create trigger keep_standing before insert or update of blocked, verified_at, role_id on users
  for each row execute function keep_standing();

-- Before anything is read: who renames the partner meanwhile waits, and two who move people to and fro lock both partners
-- in one order.
create function meet_partner() returns trigger language plpgsql as $$
begin
  perform from partners where id in (old.referal_partner_id, new.referal_partner_id) order by id for no key update;
  new.partner_key := (select name_key from partners where id = new.referal_partner_id);
  return new;
end $$;
create trigger meet_partner before insert on users
  for each row when (new.referal_partner_id is not null) execute function meet_partner();
create trigger change_partner before update of referal_partner_id on users
  for each row when (old.referal_partner_id is distinct from new.referal_partner_id) execute function meet_partner();

create function count_referral() returns trigger language plpgsql as $$
declare
  bought record;
begin
  select coalesce(sum(total_credits), 0) as credits, coalesce(sum(net_cents), 0) as net_cents into bought
  from orders where user_id = coalesce(new.id, old.id) and status = 'PAID';
  update partners set referred_users = referred_users - 1, purchased_credits = purchased_credits - bought.credits,
    purchased_net_cents = purchased_net_cents - bought.net_cents where id = old.referal_partner_id;
  update partners set referred_users = referred_users + 1, purchased_credits = purchased_credits + bought.credits,
    purchased_net_cents = purchased_net_cents + bought.net_cents where id = new.referal_partner_id;
  return null;
end $$;
create trigger count_referral after insert on users
  for each row when (new.referal_partner_id is not null) execute function count_referral();
create trigger move_referral after update of referal_partner_id on users
  for each row when (old.referal_partner_id is distinct from new.referal_partner_id) execute function count_referral();
create trigger forget_referral after delete on users
  for each row when (old.referal_partner_id is not null) execute function count_referral();

create function rename_partner() returns trigger language plpgsql as $$
begin
  update users set partner_key = new.name_key where referal_partner_id = new.id;
  return null;
end $$;
create trigger rename_partner after update of name on partners
  for each row when (old.name is distinct from new.name) execute function rename_partner();

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
  -- what tells somebody their sessions apart: kind of browser and a part of the address, of the last use
  browser text,
  address text,
  check ((ended_at is null) = (ended_reason is null))
);
create index sessions_open on sessions (user_id) where ended_at is null;
create index sessions_expiry on sessions (expires_at);

-- Links that were mailed. Only a hash is kept: who reads this table can use none of them.
create table account_tokens (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  purpose text not null check (purpose in ('VERIFY', 'RESET')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_tokens_user on account_tokens (user_id, purpose) where used_at is null;
create index account_tokens_expiry on account_tokens (expires_at);

-- Attempts within a fixed window, by a hash of what was tried, whose account and which address. Not logged: losing
-- the counts in a crash gives a guesser one window more, and every login is spared a write to disk.
create unlogged table attempts (
  key bytea primary key,
  tries integer not null,
  ends_at timestamptz not null,
  -- from when on the next try counts: guesses of one account from anywhere are slowed down rather than stopped
  next_at timestamptz not null default now()
);
create index attempts_end on attempts (ends_at);

-- An authenticator app's secret. It is written once and read by the server alone: no call answers it again.
create table second_factors (
  user_id integer primary key references users on delete cascade,
  secret bytea not null,
  begun_at timestamptz not null default now(),
  -- null until a first code has shown that the app has the secret
  confirmed_at timestamptz,
  -- the 30 seconds of the last code that was taken: none counts twice
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id integer not null references second_factors (user_id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table company_details (
  user_id integer primary key references users on delete cascade,
  company_name text not null,
  vat_number text not null,
  invoice_email text not null,
  street text not null,
  postal_code text not null,
  province text not null,
  city text not null,
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

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
