-- Due-diligence reports, which are sold as files.
create table reports (
  id integer generated always as identity primary key,
  hidden boolean not null default false,
  words text not null generated always as (lower(name || E'\n' || description)) stored,
  name text not null check (name = btrim(name) and name <> ''),
  description text not null default '',
  price_cents bigint not null check (price_cents between 1 and 100000000),
  pages smallint,
  published_at date not null default current_date,
  file_id integer references files,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

create table report_projects (
  report_id integer not null references reports on delete cascade,
  project_id integer not null references projects,
  primary key (report_id, project_id)
);
create index report_projects_project on report_projects (project_id);
