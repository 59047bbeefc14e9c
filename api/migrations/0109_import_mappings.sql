-- Which column says what, as it was chosen for the last file with the same heads: the next one begins with it.
create table import_mappings (
  kind text not null check (kind in ('projects', 'vintages')),
  -- SHA-256 of the heads, in alphabetical order
  heads text not null,
  sources jsonb not null,
  primary key (kind, heads)
);
