create table company_details (
  user_id integer primary key references users on delete cascade,
  company_name text not null,
  vat_number text not null,
  invoice_email text not null,
  street text not null,
  postal_code text not null,
  province text not null,
  city text not null,
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

-- Settings of the operator, one row a section; defaults are in code until a section is first saved.
create table settings (
  section text primary key,
  value jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by integer references users
);

-- Standard VAT rates, each from a date on. Source: the member states' rates in force at the end of 2025.
create table vat_rates (
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  valid_from date not null,
  percent numeric(5, 2) not null check (percent between 0 and 100),
  primary key (country_code, valid_from)
);
insert into vat_rates (country_code, valid_from, percent) values
  ('AT', '2000-01-01', 20), ('BE', '2000-01-01', 21), ('BG', '2000-01-01', 20), ('HR', '2012-03-01', 25),
  ('CY', '2014-01-13', 19), ('CZ', '2013-01-01', 21), ('DK', '2000-01-01', 25), ('EE', '2009-07-01', 20),
  ('EE', '2024-01-01', 22), ('EE', '2025-07-01', 24), ('FI', '2013-01-01', 24), ('FI', '2024-09-01', 25.5),
  ('FR', '2014-01-01', 20), ('DE', '2007-01-01', 19), ('GR', '2016-06-01', 24), ('HU', '2012-01-01', 27),
  ('IE', '2012-01-01', 23), ('IT', '2013-10-01', 22), ('LV', '2012-07-01', 21), ('LT', '2009-09-01', 21),
  ('LU', '2024-01-01', 17), ('MT', '2004-01-01', 18), ('NL', '2012-10-01', 21), ('PL', '2011-01-01', 23),
  ('PT', '2011-01-01', 23), ('RO', '2017-01-01', 19), ('RO', '2025-08-01', 21), ('SI', '2013-07-01', 22),
  ('SK', '2011-01-01', 20), ('SK', '2025-01-01', 23), ('ES', '2012-09-01', 21), ('SE', '2000-01-01', 25);
