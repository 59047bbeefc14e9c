-- Operators sort the project types by their group.
create index project_types_scope on project_types (scope, id);
