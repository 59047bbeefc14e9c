-- What operators write about a record, and who of them looks at it now.

create table record_notes (
  id integer generated always as identity primary key,
  record_type text not null check (record_type in ('order', 'retirement', 'user', 'company')),
  record_id integer not null,
  author_id integer not null references users,
  text text not null,
  -- who was told of it
  mentioned integer[] not null default '{}',
  created_at timestamptz not null default now(),
  struck_at timestamptz
);
create index record_notes_record on record_notes (record_type, record_id, id);

create table record_visits (
  record_type text not null,
  record_id integer not null,
  user_id integer not null references users,
  seen_at timestamptz not null default now(),
  primary key (record_type, record_id, user_id)
);
