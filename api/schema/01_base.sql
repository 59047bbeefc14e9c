-- The basis of the other files: extensions, four functions, and the files that rows refer to.

-- All are trusted extensions: the owner of the database may create them.
create extension if not exists btree_gist;
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Lower case without accents; runs of anything but letters and digits become one blank.
create function fold_text(given text) returns text language sql stable parallel safe as $$
  select trim(regexp_replace(lower(unaccent(given)), '[^[:alnum:]]+', ' ', 'g'))
$$;

-- Normalises texts for searching lists: lower case without accents. Declared immutable because generated columns use it,
-- although another major of PostgreSQL may have other rules of unaccent.
create function search_text(given text) returns text language plpgsql immutable parallel safe
set search_path from current as $$
begin
  return lower(unaccent(given));
end $$;

-- For append-only tables.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Does what graphile-worker's add_job does for a job without key and queue, at a quarter of the cost: that one takes five
-- statements and a NOTIFY, twice per purchase.
create function post_job(task text, job_payload json, due timestamptz, tries integer, wakes boolean)
returns void language plpgsql as $$
begin
  insert into graphile_worker._private_jobs (task_id, payload, run_at, max_attempts)
    select id, job_payload, coalesce(due, now()), tries from graphile_worker._private_tasks where identifier = task;
  -- A kind of job that no worker has registered yet.
  if not found then
    perform graphile_worker.add_job(task, payload := job_payload, run_at := due, max_attempts := tries);
  elsif wakes then
    -- A transaction with a NOTIFY holds a server-wide lock while it commits.
    perform pg_notify('jobs:insert', '{"r":' || random() || ',"count":1}');
  end if;
end $$;

create table files (
  id integer generated always as identity primary key,
  -- key of the bytes in the file store
  storage_key text not null unique,
  name text not null,
  media_type text not null,
  bytes integer not null check (bytes >= 0),
  sha256 text not null,
  created_at timestamptz not null default now()
);
