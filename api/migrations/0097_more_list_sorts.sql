-- The remaining columns of the operators' lists by which their rows are put in order, each from an index.
create index orders_by_vat on orders (vat_cents, id);
create index orders_by_due_day on orders (due_on, id);
create index orders_by_due_day_down on orders (due_on desc nulls last, id desc);

alter table retirements add column year integer not null generated always as ((product ->> 'year')::integer) stored,
  add column registry_name text not null generated always as (product #>> '{registry,name}') stored;
create index retirements_by_year on retirements (year, id);
create index retirements_by_registry on retirements (registry_name, id);
create index retirements_by_beneficiary on retirements (beneficiary_name, id);

create index support_requests_by_email on support_requests (email, id);
