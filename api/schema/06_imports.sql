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
  -- what the list shows and searches; kept by a trigger
  creator text not null default '',
  files_key text,
  words text not null default '',
  rows_new integer generated always as ((coalesce(imported, checked) #>> '{projects,new}')::integer
    + (coalesce(imported, checked) #>> '{vintages,new}')::integer) stored,
  rows_changed integer generated always as ((coalesce(imported, checked) #>> '{projects,changed}')::integer
    + (coalesce(imported, checked) #>> '{vintages,changed}')::integer) stored,
  rows_refused integer generated always as ((coalesce(imported, checked) #>> '{projects,refused}')::integer
    + (coalesce(imported, checked) #>> '{vintages,refused}')::integer) stored,
  check ((projects_file_id is null) = (projects_facts is null)),
  check ((vintages_file_id is null) = (vintages_facts is null)),
  check (status not in ('CHECKED', 'IMPORTING') or checked is not null),
  check ((status = 'IMPORTED') = (imported is not null and imported_at is not null)),
  check (status <> 'FAILED' or failure is not null)
);
create index catalogue_imports_newest on catalogue_imports (created_at desc, id desc);
create index catalogue_imports_projects_file on catalogue_imports (projects_file_id);
create index catalogue_imports_vintages_file on catalogue_imports (vintages_file_id);
create index catalogue_imports_by_status on catalogue_imports (status, id);
create index catalogue_imports_words on catalogue_imports using gin (words gin_trgm_ops);
create index catalogue_imports_by_creator on catalogue_imports (creator, id);
create index catalogue_imports_by_files on catalogue_imports (files_key, id);
create index catalogue_imports_by_files_down on catalogue_imports (files_key desc nulls last, id desc);
create index catalogue_imports_by_new on catalogue_imports (rows_new, id);
create index catalogue_imports_by_new_down on catalogue_imports (rows_new desc nulls last, id desc);
create index catalogue_imports_by_changed on catalogue_imports (rows_changed, id);
create index catalogue_imports_by_changed_down on catalogue_imports (rows_changed desc nulls last, id desc);
create index catalogue_imports_by_refused on catalogue_imports (rows_refused, id);
create index catalogue_imports_by_refused_down on catalogue_imports (rows_refused desc nulls last, id desc);

create function name_import() returns trigger language plpgsql as $$
declare
  projects text := (select name from files where id = new.projects_file_id);
  vintages text := (select name from files where id = new.vintages_file_id);
begin
  new.creator := (select username from users where id = new.created_by);
  new.files_key := lower(nullif(concat_ws(', ', projects, vintages), ''));
  new.words := lower(concat_ws(E'\n', new.creator, projects, vintages));
  return new;
end $$;
create trigger name_import before insert or update of created_by, projects_file_id, vintages_file_id on catalogue_imports
  for each row execute function name_import();

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
create index catalogue_import_rows_state on catalogue_import_rows (import_id, state, file, line);

-- Which column says what, as it was chosen for the last file with the same heads: the next one begins with it.
create table import_mappings (
  kind text not null check (kind in ('projects', 'vintages')),
  -- SHA-256 of the heads, in alphabetical order
  heads text not null,
  sources jsonb not null,
  primary key (kind, heads)
);
