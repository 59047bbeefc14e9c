-- Operators add, rename, merge and delete project types, as the other lists that projects choose from.
alter table project_types add column version integer not null default 1;
