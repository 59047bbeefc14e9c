-- What the operators' list of imports looks for and is sorted by, worked out when an import begins or gets a file: neither
-- usernames nor the names of files ever change.
alter table catalogue_imports
  add column creator text not null default '',
  -- as the list shows them
  add column files_key text,
  add column words text not null default '',
  add column rows_new integer generated always as ((coalesce(imported, checked) #>> '{projects,new}')::integer
    + (coalesce(imported, checked) #>> '{vintages,new}')::integer) stored,
  add column rows_changed integer generated always as ((coalesce(imported, checked) #>> '{projects,changed}')::integer
    + (coalesce(imported, checked) #>> '{vintages,changed}')::integer) stored,
  add column rows_refused integer generated always as ((coalesce(imported, checked) #>> '{projects,refused}')::integer
    + (coalesce(imported, checked) #>> '{vintages,refused}')::integer) stored;
create function name_import() returns trigger language plpgsql as $$
declare
  projects text := (select name from files where id = new.projects_file_id);
  vintages text := (select name from files where id = new.vintages_file_id);
begin
  new.creator := (select username from users where id = new.created_by);
  new.files_key := lower(nullif(concat_ws(', ', projects, vintages), ''));
  new.words := lower(concat_ws(E'\n', new.creator, projects, vintages));
  return new;
end $$;
create trigger name_import before insert or update of created_by, projects_file_id, vintages_file_id on catalogue_imports
  for each row execute function name_import();
update catalogue_imports set created_by = created_by;
create index catalogue_imports_words on catalogue_imports using gin (words gin_trgm_ops);
create index catalogue_imports_by_creator on catalogue_imports (creator, id);
create index catalogue_imports_by_files on catalogue_imports (files_key, id);
create index catalogue_imports_by_files_down on catalogue_imports (files_key desc nulls last, id desc);
create index catalogue_imports_by_new on catalogue_imports (rows_new, id);
create index catalogue_imports_by_new_down on catalogue_imports (rows_new desc nulls last, id desc);
create index catalogue_imports_by_changed on catalogue_imports (rows_changed, id);
create index catalogue_imports_by_changed_down on catalogue_imports (rows_changed desc nulls last, id desc);
create index catalogue_imports_by_refused on catalogue_imports (rows_refused, id);
create index catalogue_imports_by_refused_down on catalogue_imports (rows_refused desc nulls last, id desc);
