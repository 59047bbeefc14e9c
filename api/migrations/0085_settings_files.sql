-- Files that operators put in the place of those that come with the product.
create table settings_files (
  name text primary key check (name in ('privacy', 'terms', 'salesTerms', 'logo')),
  file_id integer not null references files,
  updated_at timestamptz not null default now()
);
create index settings_files_file on settings_files (file_id);
