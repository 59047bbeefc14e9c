-- Who did what, when, from where, before and after. Rows are never changed; each is chained to the previous one by its hash, at
-- commit time: the head is only locked for the last moment of a transaction, and as nothing is locked after it, it cannot cause
-- a deadlock.

create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  -- null if no user was logged in
  actor_id integer references users,
  -- the username at that time; for a failed login the one that was tried
  actor text,
  ip text,
  action text not null,
  thing_type text,
  thing_id text,
  thing_name text,
  before jsonb,
  after jsonb,
  words text not null generated always as (search_text(coalesce(actor, '') || ' ' || action || ' ' || coalesce(thing_type, '')
    || ' ' || coalesce(thing_id, '') || ' ' || coalesce(thing_name, '') || ' ' || coalesce(ip, ''))) stored
);
create index audit_entries_action on audit_entries (action, id desc);
create index audit_entries_thing on audit_entries (thing_type, thing_id, id desc);
create index audit_entries_words on audit_entries using gin (words gin_trgm_ops);

create table audit_chain (
  position bigint primary key,
  entry_id bigint not null unique references audit_entries,
  hash bytea not null
);

create table audit_head (
  one boolean primary key default true check (one),
  position bigint not null,
  hash bytea not null
);
insert into audit_head (position, hash) values (0, sha256('tonneline audit'::bytea));

-- SHA-256 of the previous hash and the entry, as text that does not depend on session settings. It takes values rather than a
-- row: a function that takes a table's row prevents altering the table.
create function audit_digest(previous bytea, id bigint, at timestamptz, actor_id integer, actor text, ip text, action text,
  thing_type text, thing_id text, thing_name text, before jsonb, after jsonb) returns bytea language sql stable as $$
  select sha256(previous || convert_to(jsonb_build_array(
    id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), actor_id, actor, ip,
    action, thing_type, thing_id, thing_name, before, after)::text, 'UTF8'))
$$;

create function chain_audit_entry() returns trigger language plpgsql as $$
declare
  head audit_head;
begin
  update audit_head set position = position + 1 returning * into head;
  head.hash := audit_digest(head.hash, new.id, new.at, new.actor_id, new.actor, new.ip, new.action, new.thing_type,
    new.thing_id, new.thing_name, new.before, new.after);
  update audit_head set hash = head.hash;
  insert into audit_chain (position, entry_id, hash) values (head.position, new.id, head.hash);
  return null;
end $$;
create constraint trigger chain_audit_entry after insert on audit_entries
  deferrable initially deferred for each row execute function chain_audit_entry();

-- Old entries of the audit log may be deleted, from its beginning and as the settings say: the hash of the last of them is
-- stored here, so that the rest can still be verified. Nothing else deletes an entry.
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
create trigger append_only before update or delete or truncate on audit_entries
  for each statement execute function refuse_audit_change();
create trigger append_only before update or delete or truncate on audit_chain
  for each statement execute function refuse_audit_change();

-- Deletes the entries before the first that is younger than so many days, never the newest. Returns how many.
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
