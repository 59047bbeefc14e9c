-- What people keep in mind: vintages of a company, searches of one person.

create table shortlists (
  id integer generated always as identity primary key,
  company_id integer not null references companies,
  -- who made it
  user_id integer not null references users,
  name text not null check (name = btrim(name) and name <> ''),
  -- the link by which anybody reads it, and until when
  share_key uuid unique,
  share_until timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((share_key is null) = (share_until is null))
);
create index shortlists_company on shortlists (company_id, id);

create table shortlist_vintages (
  shortlist_id integer not null references shortlists on delete cascade,
  vintage_id integer not null references vintages on delete cascade,
  -- who put it there
  user_id integer not null references users,
  note text not null default '',
  -- as it was then
  price_cents bigint,
  available integer not null,
  added_at timestamptz not null default now(),
  primary key (shortlist_id, vintage_id)
);

create table saved_searches (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  name text not null check (name = btrim(name) and name <> ''),
  -- a query string of GET /projects
  query text not null,
  alert text not null check (alert in ('NONE', 'DAILY')),
  -- what it found when its person was last told: project id to [cents or null, 1 while for sale]; null before
  known jsonb,
  checked_at timestamptz,
  created_at timestamptz not null default now()
);
create index saved_searches_user on saved_searches (user_id, id);
