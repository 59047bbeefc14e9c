-- What other files stand on: extensions, four functions, and the files that rows refer to.

-- All are trusted extensions: the owner of the database may create them.
create extension if not exists btree_gist;
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Small letters without accents, anything else than letters and digits as one blank.
create function fold_text(given text) returns text language sql stable parallel safe as $$
  select trim(regexp_replace(lower(unaccent(given)), '[^[:alnum:]]+', ' ', 'g'))
$$;

-- How lists search: small letters without accents. Said to be immutable, since columns are made of it: the rules of
-- unaccent may be others in another major.
create function search_text(given text) returns text language plpgsql immutable parallel safe
set search_path from current as $$
begin
  return lower(unaccent(given));
end $$;

-- For tables that only grow.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- What add_job of graphile-worker does for a job without key and queue, at a quarter of its price: that one is five
-- statements and a notice, twice a purchase.
create function post_job(task text, job_payload json, due timestamptz, tries integer, wakes boolean)
returns void language plpgsql as $$
begin
  insert into graphile_worker._private_jobs (task_id, payload, run_at, max_attempts)
    select id, job_payload, coalesce(due, now()), tries from graphile_worker._private_tasks where identifier = task;
  -- A kind of job that no worker has asked for yet.
  if not found then
    perform graphile_worker.add_job(task, payload := job_payload, run_at := due, max_attempts := tries);
  elsif wakes then
    -- Whoever gives a notice holds one lock of the whole server until its commit is through.
    perform pg_notify('jobs:insert', '{"r":' || random() || ',"count":1}');
  end if;
end $$;

create table files (
  id integer generated always as identity primary key,
  -- where the bytes are in the file store
  storage_key text not null unique,
  name text not null,
  media_type text not null,
  bytes integer not null check (bytes >= 0),
  sha256 text not null,
  created_at timestamptz not null default now()
);
