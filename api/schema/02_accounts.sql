-- Roles, referral partners, companies and their members, and their credentials.

create table roles (
  id integer generated always as identity primary key,
  name text not null check (name = btrim(name) and name <> ''),
  permissions text[] not null default '{}',
  version integer not null default 1
);
create unique index roles_name on roles (lower(name));

insert into roles (name, permissions) values
  ('Admin', array(select area || ':' || action
     from unnest(array['projects','users','orders','retirements','directory','reports','settings','audit']) area,
          unnest(array['read','write']) action)),
  ('User', '{}'),
  ('Anonymous', '{}');

create table partners (
  id integer generated always as identity primary key,
  name text not null check (name = btrim(name) and name <> ''),
  -- what the list searches
  words text not null generated always as (search_text(name)) stored,
  version integer not null default 1,
  created_at timestamptz not null default now()
);
create unique index partners_name on partners (lower(name));

-- Buyers: orders, holdings, retirements and invoices belong to a company, for which its members act.
create table companies (
  id integer generated always as identity primary key,
  -- its name for its members; invoices use its details
  name text not null check (name = btrim(name) and name <> ''),
  words text not null generated always as (search_text(name)) stored,
  require_purchase_order_number boolean not null default false,
  -- the format of its XML invoices, the reference that routes them internally (BT-10), and their electronic address (BT-49)
  e_invoice_profile text not null default 'EN16931' check (e_invoice_profile in ('EN16931', 'XRECHNUNG', 'PEPPOL')),
  e_invoice_reference text check (length(e_invoice_reference) between 1 and 60),
  e_address_scheme text,
  e_address text,
  check ((e_address_scheme is null) = (e_address is null)),
  -- gross cents of unpaid orders above which an approval requires a reason; null for no limit
  credit_limit_cents bigint check (credit_limit_cents >= 0),
  blocked boolean not null default false,
  blocked_reason text,
  -- the company that it was merged into: the ledger's movements keep its own id
  merged_into_id integer references companies,
  merge_reason text,
  -- it has no members left
  closed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (blocked = (blocked_reason is not null)),
  check ((merged_into_id is null) = (merge_reason is null))
);
create index companies_merged on companies (merged_into_id) where merged_into_id is not null;

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
  company_id integer not null references companies,
  -- within the company; independent of the product's role
  company_role text not null default 'OWNER'
    check (company_role in ('OWNER', 'BUYER', 'APPROVER', 'ACCOUNTANT', 'VIEWER')),
  company_since timestamptz not null default now(),
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
  -- The account remains, since orders and the audit log refer to it; the personal data is gone.
  erased_at timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  -- what the list searches
  words text not null generated always as (search_text(username || ' ' || first_name || ' '
    || last_name || ' ' || coalesce(phone, '') || ' ' || coalesce(referal_external_id, ''))) stored
);
create index users_role on users (role_id);
create index users_company on users (company_id);
create index users_partner on users (referal_partner_id) where referal_partner_id is not null;
create index users_words on users using gin (words gin_trgm_ops);
create index users_registered on users (registered_at desc, id desc);

-- One row per login: a family of refresh tokens. A refresh token names its session and generation; reuse of an older generation
-- means that a token was stolen, and ends the family.
create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id integer not null references users on delete cascade,
  generation integer not null default 1,
  rotated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_reason text,
  -- lets users recognise their sessions: kind of browser and part of the address at the last use
  browser text,
  address text,
  check ((ended_at is null) = (ended_reason is null))
);
create index sessions_open on sessions (user_id) where ended_at is null;

-- Links sent by mail. Only a hash is stored: the links cannot be recovered from this table.
create table account_tokens (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  purpose text not null check (purpose in ('VERIFY', 'RESET')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_tokens_user on account_tokens (user_id, purpose) where used_at is null;

-- Attempts within a fixed window, by a hash of action, account and address. Unlogged: losing the counts in a crash gives an
-- attacker one more window, and every login saves a write to disk.
create unlogged table attempts (
  key bytea primary key,
  tries integer not null,
  ends_at timestamptz not null,
  -- when the next try is accepted: guesses for one account from many addresses are throttled rather than blocked
  next_at timestamptz not null default now()
);

-- An authenticator app's secret. It is written once and only read by the server: the API never returns it again.
create table second_factors (
  user_id integer primary key references users on delete cascade,
  secret bytea not null,
  begun_at timestamptz not null default now(),
  -- null until a first code has proved that the app has the secret
  confirmed_at timestamptz,
  -- the 30-second step of the last accepted code: none is accepted twice
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id integer not null references second_factors (user_id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Passkeys for logging in besides the password: the public half of a key that the device stores.
create table passkeys (
  id integer generated always as identity,
  user_id integer not null references users on delete cascade,
  name text not null,
  credential_id text not null unique,
  public_key bytea not null,
  transports text[] not null,
  -- the device's use counter; if it does not increase, the key is a copy
  counter bigint not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  -- when the last used challenge was created: none is accepted twice
  last_challenge_at timestamptz,
  primary key (user_id, id)
);

-- Accounts for which a password alone is not sufficient.
create view factor_holders as
  select user_id from second_factors where confirmed_at is not null
  union all select user_id from passkeys;

-- Invitations to a company: bound to an address, and used once. Only a hash of the link's token is stored.
create table company_invitations (
  id integer generated always as identity primary key,
  company_id integer not null references companies,
  email text not null check (email = lower(email)),
  role text not null check (role in ('OWNER', 'BUYER', 'APPROVER', 'ACCOUNTANT', 'VIEWER')),
  token_hash bytea not null unique,
  invited_by integer not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz,
  check (accepted_at is null or withdrawn_at is null)
);
create unique index company_invitations_open on company_invitations (company_id, email)
  where accepted_at is null and withdrawn_at is null;

create table company_details (
  company_id integer primary key references companies,
  company_name text not null,
  vat_number text not null,
  invoice_email text not null,
  words text not null generated always as (search_text(company_name || E'\n' || vat_number || E'\n' || invoice_email)) stored,
  street text not null,
  postal_code text not null,
  province text not null,
  city text not null,
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

-- Results of VAT number checks, per company: the basis of orders under reverse charge.
create table vat_checks (
  id integer generated always as identity primary key,
  company_id integer not null references companies,
  -- in upper case, without blanks
  vat_number text not null,
  result text not null check (result in ('VALID', 'INVALID')),
  checked_at timestamptz not null,
  -- other proof that the buyer is a taxable person, or where the register's answer is filed
  evidence text,
  source text not null check (source in ('OPERATOR', 'VIES')),
  -- of the register's answer, which the tax office asks for
  consultation_number text,
  -- according to the register
  registered_name text,
  actor_id integer not null references users,
  created_at timestamptz not null default now()
);
create index vat_checks_company on vat_checks (company_id, vat_number, checked_at desc);

-- A repeated call with the same user, key and body acts once and gets the same answer.
create table idempotency_keys (
  user_id integer not null references users on delete cascade,
  endpoint text not null,
  key text not null,
  body_sha256 text not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (user_id, endpoint, key)
);
