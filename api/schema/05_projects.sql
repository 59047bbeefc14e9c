-- Projects, their vintages and the contents of a project's page; information besides what is for sale: the registry's figures,
-- facts stated by the seller, past prices. And the imports that supply them.

-- A project's id at its registry, normalised: "VCS 962", "vcs-962" and "VCS962" are equal, "12-3" and "1-23" are not.
create function registry_id_key(given text) returns text language sql immutable parallel safe as $$
  select regexp_replace(regexp_replace(lower(given), '[[:space:][:punct:]]+', '-', 'g'), '(?<![0-9])-|-(?![0-9])', '', 'g')
$$;

create table projects (
  id integer generated always as identity primary key,
  external_id text,
  name text not null check (name = btrim(name) and name <> ''),
  description text not null default '',
  registry_id integer not null references registries,
  registry_url text,
  registry_status text,
  developer_id integer not null references developers,
  auditor_id integer references auditors,
  project_type_id integer not null references project_types,
  methodology text not null default '',
  countries text[] not null default '{}',
  continent text,
  sdgs smallint[] not null default '{}',
  status text not null default 'AVAILABLE' check (status in
    ('AVAILABLE', 'TEMPORARILY_UNAVAILABLE', 'SOLD_OUT', 'CONTACT_REQUIRED', 'COMING_SOON')),
  hidden boolean not null default false,
  investment_available boolean not null default false,
  financing_expected_credits integer check (financing_expected_credits >= 0),
  financing_from date,
  financing_to date check (financing_to >= financing_from),
  financing_price_cents bigint check (financing_price_cents >= 0),
  financing_crediting_period smallint[],
  financing_methodology text,
  sponsoring_expected_impact text,
  sponsoring_from date,
  sponsoring_to date check (sponsoring_to >= sponsoring_from),
  embed_url text,
  youtube_video_ids text[] not null default '{}',
  -- price and availability are invented
  demonstration boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nulls(financing_expected_credits, financing_from, financing_to, financing_price_cents,
                   financing_crediting_period, financing_methodology) in (0, 6)),
  check (num_nulls(sponsoring_expected_impact, sponsoring_from, sponsoring_to) in (0, 3))
);
-- Every first page checks whether there are any, even if there are none.
create index projects_demonstration on projects (id) where demonstration and not hidden;
create unique index projects_external_key on projects (registry_id_key(external_id));
create index projects_registry on projects (registry_id);
create index projects_developer on projects (developer_id);
create index projects_auditor on projects (auditor_id) where auditor_id is not null;
create index projects_type on projects (project_type_id);

create table vintages (
  id integer generated always as identity primary key,
  project_id integer not null references projects,
  year smallint not null check (year between 1990 and 2100),
  period_start date,
  period_end date check (period_end >= period_start),
  impact_type text not null check (impact_type in ('REDUCTION', 'REMOVAL_SHORT', 'REMOVAL_LONG', 'MIXED')),
  claim_type text not null check (claim_type in ('CONTRIBUTION', 'COMPENSATION')),
  credit_type text not null check (credit_type in ('EX_POST', 'EX_ANTE')),
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'WITHDRAWN')),
  methodology text not null default '',
  -- null: price on request
  price_cents bigint check (price_cents between 1 and 100000000),
  currency text not null default 'EUR' check (currency = 'EUR'),
  -- For credits that are not issued yet, or were not when this was entered: the quarter, the state of delivery, and a note.
  expected_delivery text check (expected_delivery ~ '^20\d\d-Q[1-4]$'),
  delivery_state text not null default 'ON_SCHEDULE' check (delivery_state in ('ON_SCHEDULE', 'LATE', 'NOT_ISSUED')),
  delivery_note text not null default '',
  -- the registry's figures at the last import; null for a vintage that an operator created
  registry_issued integer,
  registry_retired integer,
  registry_remaining integer,
  -- the import's key: a registry file has one row per project and year
  imported_year smallint,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (project_id, imported_year)
);
create index vintages_project on vintages (project_id, year);

create table project_labels (
  project_id integer not null references projects on delete cascade,
  kind text not null check (kind in ('CCP', 'CORSIA', 'CCB', 'ARTICLE_6', 'SOCIAL_CARBON')),
  detail text not null default '',
  source text not null,
  as_of date not null,
  primary key (project_id, kind, detail)
);

create table project_images (
  id integer generated always as identity primary key,
  project_id integer not null references projects on delete cascade,
  position smallint not null,
  alt text not null default '',
  file_name text not null default '',
  -- part of the URLs of its sizes: unguessable
  key uuid not null unique default gen_random_uuid(),
  status text not null default 'PENDING' check (status in ('PENDING', 'READY', 'FAILED')),
  -- Sizes are generated in the background; until then only the upload is stored. It is never served, since it may reveal where
  -- and when the picture was taken.
  upload_file_id integer references files,
  original_file_id integer references files,
  small_file_id integer references files,
  medium_file_id integer references files,
  large_file_id integer references files,
  created_at timestamptz not null default now(),
  check ((status = 'PENDING') = (upload_file_id is not null)),
  check (status <> 'READY'
    or num_nulls(original_file_id, small_file_id, medium_file_id, large_file_id) = 0)
);
create index project_images_project on project_images (project_id, position);

create table project_documents (
  id integer generated always as identity primary key,
  project_id integer not null references projects on delete cascade,
  position smallint not null,
  name text not null,
  -- either an external URL or a stored file
  url text,
  file_id integer references files,
  check (num_nonnulls(url, file_id) = 1)
);
create index project_documents_project on project_documents (project_id, position);

-- the project's public history
create table project_changes (
  id integer generated always as identity primary key,
  project_id integer not null references projects on delete cascade,
  change text not null,
  changed_at timestamptz not null default now()
);
create index project_changes_project on project_changes (project_id, changed_at desc, id desc);

-- A project's values at the last import, so that the next one only writes what the registry has changed since: an operator's
-- edits of the other fields remain. Not in projects, which lists scan.
create table project_imports (
  project_id integer primary key references projects on delete cascade,
  facts jsonb not null,
  -- the imported file, and the date of its figures
  source text not null,
  as_of date not null
);

-- All credits of a project at its registry by vintage, as of the last import; `vintages` has those for sale.
create table registry_vintages (
  project_id integer not null references projects on delete cascade,
  year smallint not null,
  issued integer not null,
  retired integer not null,
  remaining integer not null,
  primary key (project_id, year)
);

-- By calendar year; corrections of an earlier year are negative.
create table registry_years (
  project_id integer not null references projects on delete cascade,
  year smallint not null,
  issued integer not null,
  retired integer not null,
  primary key (project_id, year)
);

-- Facts entered by operators, which override the registry's.
create table project_facts (
  project_id integer not null references projects on delete cascade,
  field text not null,
  state text not null check (state in ('KNOWN', 'UNKNOWN', 'NOT_APPLICABLE')),
  value text,
  source text not null,
  as_of date not null,
  primary key (project_id, field),
  check ((state = 'KNOWN') = (value is not null))
);

-- The same for one vintage; they override those of its project.
create table vintage_facts (
  vintage_id integer not null references vintages on delete cascade,
  field text not null,
  state text not null check (state in ('KNOWN', 'UNKNOWN', 'NOT_APPLICABLE')),
  value text,
  source text not null,
  as_of date not null,
  primary key (vintage_id, field),
  check ((state = 'KNOWN') = (value is not null))
);

-- The price history of a vintage; rows are only added. Null: price on request.
create table vintage_prices (
  vintage_id integer not null references vintages on delete cascade,
  id integer generated always as identity,
  price_cents bigint,
  since timestamptz not null default now(),
  primary key (vintage_id, id)
);

-- Operators' file imports: uploaded, checked in a dry run, then applied in one transaction.
create table catalogue_imports (
  id integer generated always as identity primary key,
  status text not null default 'DRAFT'
    check (status in ('DRAFT', 'CHECKING', 'CHECKED', 'IMPORTING', 'IMPORTED', 'FAILED')),
  projects_file_id integer references files,
  vintages_file_id integer references files,
  -- what was read from each file at the upload: rows, columns, sample, separator
  projects_facts jsonb,
  vintages_facts jsonb,
  mapping jsonb not null default '{}',
  progress jsonb,
  -- Who requested the current check or import, and when it began: waiting imports show whose they wait for, and one that a lost
  -- server had begun is distinguished from one that is waiting.
  asked_by integer references users,
  begun_at timestamptz,
  checked jsonb,
  checked_at timestamptz,
  imported jsonb,
  imported_at timestamptz,
  failure text,
  created_at timestamptz not null default now(),
  created_by integer not null references users,
  version integer not null default 1,
  -- what the list searches: copies of its creator's username and of the names of its files
  words text not null,
  check ((projects_file_id is null) = (projects_facts is null)),
  check ((vintages_file_id is null) = (vintages_facts is null)),
  check (status not in ('CHECKED', 'IMPORTING') or checked is not null),
  check ((status = 'IMPORTED') = (imported is not null and imported_at is not null)),
  check (status <> 'FAILED' or failure is not null)
);

-- The result for each row in the last check or import.
create table catalogue_import_rows (
  import_id integer not null references catalogue_imports on delete cascade,
  file text not null check (file in ('projects', 'vintages')),
  line integer not null,
  key text not null,
  name text not null,
  state text not null check (state in ('NEW', 'CHANGED', 'UNCHANGED', 'REFUSED')),
  notes jsonb not null default '[]',
  primary key (import_id, file, line)
);

-- The column mapping that was last chosen for a file with the same heads: the default for the next one.
create table import_mappings (
  kind text not null check (kind in ('projects', 'vintages')),
  -- SHA-256 of the heads, in alphabetical order
  heads text not null,
  sources jsonb not null,
  primary key (kind, heads)
);
