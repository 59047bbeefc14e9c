-- Imports of files by operators: uploaded, checked without keeping anything, then done in one transaction.
create table catalogue_imports (
  id integer generated always as identity primary key,
  status text not null default 'DRAFT'
    check (status in ('DRAFT', 'CHECKING', 'CHECKED', 'IMPORTING', 'IMPORTED', 'FAILED')),
  projects_file_id integer references files,
  vintages_file_id integer references files,
  -- of each file what was read when it was uploaded: rows, columns, sample, separator
  projects_facts jsonb,
  vintages_facts jsonb,
  mapping jsonb not null default '{}',
  progress jsonb,
  -- Who asked for the check or import that is at work, and when its turn came: others that wait say for whom, and one
  -- that had begun on a server that is gone is told from one that waits.
  asked_by integer references users,
  begun_at timestamptz,
  checked jsonb,
  checked_at timestamptz,
  imported jsonb,
  imported_at timestamptz,
  imported_by integer references users,
  failure text,
  created_at timestamptz not null default now(),
  created_by integer not null references users,
  version integer not null default 1,
  -- what the list searches: copies of the username of who made it, and of the names of its files
  words text not null,
  check ((projects_file_id is null) = (projects_facts is null)),
  check ((vintages_file_id is null) = (vintages_facts is null)),
  check (status not in ('CHECKED', 'IMPORTING') or checked is not null),
  check ((status = 'IMPORTED') = (imported is not null and imported_at is not null)),
  check (status <> 'FAILED' or failure is not null)
);

-- What the last check or import said of each row.
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

-- Which column says what, as it was chosen for the last file with the same heads: the next one begins with it.
create table import_mappings (
  kind text not null check (kind in ('projects', 'vintages')),
  -- SHA-256 of the heads, in alphabetical order
  heads text not null,
  sources jsonb not null,
  primary key (kind, heads)
);
