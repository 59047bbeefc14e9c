-- Every order that a long list of the operators can have is read from an index, so that a page far behind costs no sorting
-- and reads no rows but its own. The row's id settles ties in the direction of the column; a column that may be empty has
-- an index for either direction, since what is empty comes last both ways.

-- The statuses also count the tabs, with what is summed beside their numbers.
create index orders_by_status on orders (status, id) include (gross_cents);
create index orders_by_company on orders (company_name, id);
create index orders_by_country on orders (country_code, id);
create index orders_by_credits on orders (total_credits, id);
create index orders_by_net on orders (net_cents, id);
create index orders_by_gross on orders (gross_cents, id);
create index orders_by_invoice on orders (invoice_number, id);
create index orders_by_invoice_down on orders (invoice_number desc nulls last, id desc);
drop index orders_invoice;
create index orders_by_payment on orders (paid_at, id);
create index orders_by_payment_down on orders (paid_at desc nulls last, id desc);
-- What a buyer bought, for the partner who referred them.
create index orders_paid on orders (user_id) include (total_credits, net_cents) where status = 'PAID';

alter table retirements add column project_name text not null generated always as (product ->> 'projectName') stored;
create index retirements_by_project on retirements (project_name, id);
create index retirements_by_status on retirements (status, id) include (quantity);
create index retirements_by_quantity on retirements (quantity, id);
create index retirements_by_day on retirements (retired_at, id);
create index retirements_by_day_down on retirements (retired_at desc nulls last, id desc);

create index support_requests_by_name on support_requests (last_name, id);
create index support_requests_by_topic on support_requests (topic, id);
create index support_requests_by_status on support_requests (status, id);
create index support_requests_by_done on support_requests (done_at, id);
create index support_requests_by_done_down on support_requests (done_at desc nulls last, id desc);

create index mails_by_status on mails (status, id);
create index mails_by_recipient on mails (recipient, id);
create index mails_by_subject on mails (subject, id);
create index mails_by_sent on mails (sent_at, id);
create index mails_by_sent_down on mails (sent_at desc nulls last, id desc);

-- What the standings are counted by, too.
drop index users_role;
create index users_role on users (role_id, id) include (blocked, verified_at);
-- The last name's end comes before any letter.
alter table users add column name_key text not null
  generated always as (lower(last_name) || E'\t' || lower(first_name)) stored;
drop index users_name;
create index users_by_name on users (name_key, id);
create index users_by_username on users (username, id);
create index users_by_login on users (last_login_at, id);
create index users_by_purchase on users (last_purchase_at, id);

-- Names are searched in the same index.
alter table auditors add column name_key text not null generated always as (lower(name)) stored;
create index auditors_by_name on auditors (name_key, id);
alter table developers add column name_key text not null generated always as (lower(name)) stored;
create index developers_by_name on developers (name_key, id);
alter table registries add column name_key text not null generated always as (lower(name)) stored;
create index registries_by_name on registries (name_key, id);
alter table project_types add column name_key text not null generated always as (lower(name)) stored;
create index project_types_by_name on project_types (name_key, id);
alter table partners add column name_key text not null generated always as (lower(name)) stored;
create index partners_by_name on partners (name_key, id);
create index partners_by_age on partners (created_at, id);

alter table reports add column name_key text not null generated always as (lower(name)) stored,
  add column words text not null generated always as (lower(name || E'\n' || description)) stored;
create index reports_by_name on reports (name_key, id);
create index reports_by_price on reports (price_cents, id);
create index reports_by_pages on reports (pages, id);
create index reports_by_pages_down on reports (pages desc nulls last, id desc);
create index reports_by_day on reports (published_at, id);
create index catalogue_imports_by_status on catalogue_imports (status, id);

create index audit_entries_by_actor on audit_entries (actor, id);
create index audit_entries_by_actor_down on audit_entries (actor desc nulls last, id desc);
