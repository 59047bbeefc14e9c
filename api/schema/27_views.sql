-- How people have set up lists for themselves.

create table saved_views (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  list text not null,
  name text not null check (name = btrim(name) and name <> ''),
  -- what the address of the list says
  query text not null,
  -- columns that are not shown
  hidden text[] not null,
  unique (user_id, list, name)
);
