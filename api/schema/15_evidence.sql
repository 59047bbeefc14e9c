-- What is known about a project beside what is sold of it: the registry's figures, facts in the seller's name, and the
-- prices asked so far.

-- All credits of a project at its registry by vintage, as the last import said; `vintages` has what is sold of them.
create table registry_vintages (
  project_id integer not null references projects on delete cascade,
  year smallint not null,
  issued integer not null,
  retired integer not null,
  remaining integer not null,
  primary key (project_id, year)
);

-- By calendar year; a registry corrects an earlier year by less than nothing.
create table registry_years (
  project_id integer not null references projects on delete cascade,
  year smallint not null,
  issued integer not null,
  retired integer not null,
  primary key (project_id, year)
);

-- Facts that an operator told, which stand before the registry's.
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

-- The same of one vintage; they stand before those of its project.
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

-- What was asked for a vintage from when on; rows are only added. Null: price on request.
create table vintage_prices (
  vintage_id integer not null references vintages on delete cascade,
  id integer generated always as identity,
  price_cents bigint,
  since timestamptz not null default now(),
  primary key (vintage_id, id)
);
