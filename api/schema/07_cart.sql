-- What people plan to buy: carts, shortlists, saved searches.

-- One cart per buyer, and its items.
create table carts (
  id integer generated always as identity primary key,
  user_id integer not null unique references users on delete cascade,
  -- Counts the holds that a buyer has started or renewed on a day (UTC), so that no buyer can withhold credits forever.
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
  -- credits held in the ledger for this row until reserved_to; 0 once the hold has ended
  reserved integer not null default 0,
  reserved_to timestamptz,
  -- what the buyer last saw; a difference from the catalogue is a change to report
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

-- Others' changes to a cart that its buyer has not acknowledged: a row per fact, from the last seen value to the current one.
create table cart_changes (
  cart_id integer not null references carts on delete cascade,
  product_type text not null check (product_type in ('VINTAGE_CREDITS', 'DUE_DILIGENCE_REPORT')),
  -- the vintage or report, which may have been deleted
  product_id integer not null,
  -- the project or report, and the vintage's year, as the buyer knew them
  name text not null,
  year smallint,
  fact text not null check (fact in
    ('price', 'quantity', 'year', 'claimType', 'impactType', 'creditType', 'purchasable', 'removed')),
  before jsonb,
  after jsonb,
  -- the cart's version at this change
  version integer not null,
  since timestamptz not null default now(),
  primary key (cart_id, product_type, product_id, fact)
);

-- Bookmarks: a company's shortlisted vintages, and a user's saved searches.
create table shortlists (
  id integer generated always as identity primary key,
  company_id integer not null references companies,
  -- its creator
  user_id integer not null references users,
  name text not null check (name = btrim(name) and name <> ''),
  -- key of the public link, and when it expires
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
  -- who added it
  user_id integer not null references users,
  note text not null default '',
  -- price and stock at that time
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
  -- the result at the last alert: project id to [cents or null, 1 while for sale, "gone" once no longer found]; null before the
  -- first
  known jsonb,
  checked_at timestamptz,
  created_at timestamptz not null default now()
);
create index saved_searches_user on saved_searches (user_id, id);
