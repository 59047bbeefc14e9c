-- What the last import said of a project, so that the next one writes only what the registry has changed since:
-- an operator's own edits of the other fields stay. Beside the projects, which lists scan.
create table project_imports (
  project_id integer primary key references projects on delete cascade,
  facts jsonb not null
);
