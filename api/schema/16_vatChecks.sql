-- What was found of VAT numbers, once for a company: an order under reverse charge stands on it.

create table vat_checks (
  id integer generated always as identity primary key,
  company_id integer not null references companies,
  -- in capitals, without blanks
  vat_number text not null,
  result text not null check (result in ('VALID', 'INVALID')),
  checked_at timestamptz not null,
  -- what else shows that the buyer is a taxable person, or where the answer is kept
  evidence text,
  source text not null check (source in ('OPERATOR', 'VIES')),
  -- of the register's answer, which the tax office asks for
  consultation_number text,
  -- as the register has it
  registered_name text,
  actor_id integer not null references users,
  created_at timestamptz not null default now()
);
create index vat_checks_company on vat_checks (company_id, vat_number, checked_at desc);
