-- A number that grows with whatever facets count or name, so that a server may give the same answer again without
-- counting anew. It is raised as the last thing of a transaction, so that nobody waits for it longer than a commit takes
-- and nobody who holds it waits for anything else; once, however many rows were written.
create table catalogue_stamp (
  one boolean primary key default true check (one),
  number bigint not null default 0
);
insert into catalogue_stamp default values;

create function stamp_catalogue() returns trigger language plpgsql as $$
begin
  if current_setting('catalogue.stamped_by', true) is distinct from pg_current_xact_id()::text then
    perform set_config('catalogue.stamped_by', pg_current_xact_id()::text, true);
    update catalogue_stamp set number = number + 1;
  end if;
  return null;
end $$;

create constraint trigger stamp_catalogue after insert or update or delete on project_listings
  deferrable initially deferred for each row execute function stamp_catalogue();
-- A project is sold out when the last of its vintages is.
create constraint trigger stamp_catalogue after update of available on vintage_stock
  deferrable initially deferred for each row when ((old.available = 0) <> (new.available = 0))
  execute function stamp_catalogue();
create constraint trigger stamp_catalogue after update of name on developers
  deferrable initially deferred for each row execute function stamp_catalogue();
create constraint trigger stamp_catalogue after update of name on registries
  deferrable initially deferred for each row execute function stamp_catalogue();
create constraint trigger stamp_catalogue after update of name on project_types
  deferrable initially deferred for each row execute function stamp_catalogue();
