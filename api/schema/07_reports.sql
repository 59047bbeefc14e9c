-- Due-diligence reports, which are sold as files.
create table reports (
  id integer generated always as identity primary key,
  name text not null check (name = btrim(name) and name <> ''),
  description text not null default '',
  price_cents bigint not null check (price_cents between 1 and 100000000),
  pages smallint,
  published_at date not null default current_date,
  hidden boolean not null default false,
  file_id integer references files,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  -- kept by triggers
  file_key text,
  project_count integer not null default 0,
  name_key text not null generated always as (lower(name)) stored,
  words text not null generated always as (lower(name || E'\n' || description)) stored
);
create index reports_by_name on reports (name_key, id);
create index reports_by_price on reports (price_cents, id);
create index reports_by_pages on reports (pages, id);
create index reports_by_pages_down on reports (pages desc nulls last, id desc);
create index reports_by_day on reports (published_at, id);
create index reports_by_file on reports (file_key, id);
create index reports_by_file_down on reports (file_key desc nulls last, id desc);
create index reports_by_state on reports (hidden, id);
create index reports_by_projects on reports (project_count, id);

create function name_report_file() returns trigger language plpgsql as $$
begin
  new.file_key := (select lower(name) from files where id = new.file_id);
  return new;
end $$;
create trigger name_file before insert or update of file_id on reports
  for each row execute function name_report_file();

create table report_projects (
  report_id integer not null references reports on delete cascade,
  project_id integer not null references projects,
  primary key (report_id, project_id)
);
create index report_projects_project on report_projects (project_id);

create function count_report_projects() returns trigger language plpgsql as $$
begin
  update reports set project_count = project_count - 1 where id = old.report_id;
  update reports set project_count = project_count + 1 where id = new.report_id;
  return null;
end $$;
create trigger count_projects after insert or update of report_id or delete on report_projects
  for each row execute function count_report_projects();
