-- Old entries of the audit log may go, from its beginning and as the settings say: what was chained to the last of them
-- is kept here, so that the rest still proves itself. Nothing else takes an entry out.
create table audit_start (
  one boolean primary key default true check (one),
  position bigint not null,
  hash bytea not null
);
insert into audit_start (position, hash) values (0, sha256('tonneline audit'::bytea));

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('tonneline.forget_audit', true) = 'on' then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
drop trigger append_only on audit_entries;
drop trigger append_only on audit_chain;
create trigger append_only before update or delete or truncate on audit_entries
  for each statement execute function refuse_audit_change();
create trigger append_only before update or delete or truncate on audit_chain
  for each statement execute function refuse_audit_change();

-- Forgets the entries before the first that is younger than so many days, never the newest. Returns how many.
create function forget_audit(days integer) returns integer language plpgsql as $$
declare
  last bigint;
  forgotten bigint[];
begin
  -- One at a time, in the order in which entries are chained.
  perform from audit_start for update;
  select coalesce(min(c.position), (select position from audit_head)) - 1 into last
    from audit_chain c join audit_entries e on e.id = c.entry_id
    where e.at >= now() - make_interval(days => days);
  if not exists (select from audit_chain where position = last) then
    return 0;
  end if;
  update audit_start set position = last, hash = (select c.hash from audit_chain c where c.position = last);
  perform set_config('tonneline.forget_audit', 'on', true);
  with cut as (delete from audit_chain where position <= last returning entry_id)
  select array_agg(entry_id) into forgotten from cut;
  delete from audit_entries where id = any(forgotten);
  perform set_config('tonneline.forget_audit', 'off', true);
  return cardinality(forgotten);
end $$;
