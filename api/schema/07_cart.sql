-- What people mean to buy: carts, shortlists, searches that are kept.

-- One cart a buyer, and what lies in it.
create table carts (
  id integer generated always as identity primary key,
  user_id integer not null unique references users on delete cascade,
  -- How many holds a buyer has begun or renewed on a day (UTC), so that nobody keeps credits from others for ever.
  holds integer not null default 0,
  holds_on date,
  version integer not null default 0,
  updated_at timestamptz not null default now()
);

create table cart_items (
  id integer generated always as identity primary key,
  cart_id integer not null references carts on delete cascade,
  product_type text not null check (product_type in ('VINTAGE_CREDITS', 'DUE_DILIGENCE_REPORT')),
  vintage_id integer references vintages,
  report_id integer references reports,
  quantity integer not null check (quantity > 0),
  -- credits held in the ledger for this row until reserved_to; 0 when the hold has ended
  reserved integer not null default 0,
  reserved_to timestamptz,
  -- what the buyer was last shown; a difference to the catalogue is a change to be told
  price_cents bigint not null,
  year smallint,
  claim_type text,
  impact_type text,
  credit_type text,
  purchasable boolean not null default true,
  added_at timestamptz not null default now(),
  unique (cart_id, vintage_id),
  unique (cart_id, report_id),
  check ((product_type = 'VINTAGE_CREDITS' and vintage_id is not null and report_id is null
          and num_nulls(year, claim_type, impact_type, credit_type) = 0)
      or (product_type = 'DUE_DILIGENCE_REPORT' and report_id is not null and vintage_id is null
          and quantity = 1 and reserved = 0)),
  check (reserved in (0, quantity)),
  check ((reserved = 0) = (reserved_to is null))
);
create index cart_items_expiry on cart_items (reserved_to) where reserved_to is not null;

-- What others changed in a cart since its buyer took note: a row a fact, from the value last seen to that of now.
create table cart_changes (
  cart_id integer not null references carts on delete cascade,
  product_type text not null check (product_type in ('VINTAGE_CREDITS', 'DUE_DILIGENCE_REPORT')),
  -- the vintage or report, which may be gone by now
  product_id integer not null,
  -- the project or report, and the vintage's year, as the buyer knew them
  name text not null,
  year smallint,
  fact text not null check (fact in
    ('price', 'quantity', 'year', 'claimType', 'impactType', 'creditType', 'purchasable', 'removed')),
  before jsonb,
  after jsonb,
  -- of the cart, when this became so
  version integer not null,
  since timestamptz not null default now(),
  primary key (cart_id, product_type, product_id, fact)
);

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
  -- what it found when its person was last told: project id to [cents or null, 1 while for sale, "gone" once it is
  -- found no more]; null before
  known jsonb,
  checked_at timestamptz,
  created_at timestamptz not null default now()
);
create index saved_searches_user on saved_searches (user_id, id);
