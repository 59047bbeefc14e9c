-- The columns of the operators' lists that could not be sorted by yet, each read from an index.

-- For how many microseconds a retirement had been waited for at a fixed moment; what is done waits no more.
alter table retirements add column age_key bigint generated always as (case when status = 'RETIREMENT_IN_PROGRESS'
    then (extract(epoch from timestamptz '2000-01-01 00:00:00+00' - requested_at) * 1000000)::bigint end) stored,
  -- the company's name as it is now, or the username
  add column buyer_key text not null default '';
create index retirements_by_age on retirements (age_key, id);
create index retirements_by_age_down on retirements (age_key desc nulls last, id desc);
create index retirements_by_buyer on retirements (buyer_key, id);
-- Who renames the company meanwhile waits, and finds this retirement, too.
create function name_retiring_buyer() returns trigger language plpgsql as $$
declare
  company text;
begin
  select company_name into company from company_details where user_id = new.user_id for share;
  new.buyer_key := lower(coalesce(company, (select username from users where id = new.user_id)));
  return new;
end $$;
create trigger name_buyer before insert or update of user_id on retirements
  for each row execute function name_retiring_buyer();
update retirements set user_id = user_id;
create or replace function rename_retiring_company() returns trigger language plpgsql as $$
begin
  update retirements set buyer_key = lower(new.company_name) where user_id = new.user_id;
  update retirement_searches s set words = retirement_words(r.id)
  from retirements r where r.id = s.retirement_id and r.user_id = new.user_id;
  return null;
end $$;

-- Its beginning: an index has no room for all of a long message.
alter table support_requests add column message_key text not null
  generated always as (lower(left(message, 200))) stored;
create index support_requests_by_message on support_requests (message_key, id);

alter table reports add column file_key text;
create function name_report_file() returns trigger language plpgsql as $$
begin
  new.file_key := (select lower(name) from files where id = new.file_id);
  return new;
end $$;
create trigger name_file before insert or update of file_id on reports
  for each row execute function name_report_file();
update reports set file_id = file_id;
create index reports_by_file on reports (file_key, id);
create index reports_by_file_down on reports (file_key desc nulls last, id desc);
create index reports_by_state on reports (hidden, id);

alter table reports add column project_count integer not null default 0;
update reports set project_count = (select count(*) from report_projects where report_id = reports.id);
create index reports_by_projects on reports (project_count, id);
create function count_report_projects() returns trigger language plpgsql as $$
begin
  update reports set project_count = project_count - 1 where id = old.report_id;
  update reports set project_count = project_count + 1 where id = new.report_id;
  return null;
end $$;
create trigger count_projects after insert or update of report_id or delete on report_projects
  for each row execute function count_report_projects();

-- Things of one kind by their number.
alter table audit_entries add column thing_key text generated always as (left(thing_type || ' '
  || lpad(coalesce(thing_id, ''), greatest(12, length(thing_id)), '0') || ' ' || coalesce(thing_name, ''), 200)) stored;
create index audit_entries_by_thing on audit_entries (thing_key, id);
create index audit_entries_by_thing_down on audit_entries (thing_key desc nulls last, id desc);
create index audit_entries_by_ip on audit_entries (ip, id);
create index audit_entries_by_ip_down on audit_entries (ip desc nulls last, id desc);
