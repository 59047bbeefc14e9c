-- Statements of the bank and their entries, from which payments are booked.

create table bank_statements (
  id integer generated always as identity primary key,
  account text not null,
  kind text not null check (kind in ('camt.052', 'camt.053', 'camt.054')),
  version text not null,
  -- the bank's own name of it, which some banks use again every year
  statement_id text not null,
  from_on date not null,
  to_on date not null,
  opening_cents bigint,
  closing_cents bigint,
  in_cents bigint not null check (in_cents >= 0),
  out_cents bigint not null check (out_cents >= 0),
  entry_count integer not null check (entry_count >= 0),
  file_name text not null,
  -- the message as it came
  file_id integer references files,
  created_by integer references users,
  created_at timestamptz not null default now(),
  unique (account, kind, statement_id, from_on),
  check (to_on >= from_on),
  check (kind <> 'camt.053' or opening_cents + in_cents - out_cents = closing_cents)
);

create table bank_entries (
  id integer generated always as identity primary key,
  statement_id integer not null references bank_statements,
  status text not null check (status in ('MATCHED', 'SUGGESTED', 'UNMATCHED', 'BOOKED', 'IGNORED')),
  words text not null generated always as (lower(payer || E'\n' || payer_iban || E'\n' || text || E'\n'
    || coalesce(bank_reference, '') || E'\n' || (abs(amount_cents) / 100)::text || '.'
    || lpad((abs(amount_cents) % 100)::text, 2, '0'))) stored,
  account text not null,
  -- by what the bank, or else its statement, tells it from others; the payments of a collective entry share it
  entry_key text not null,
  part integer not null default 0,
  booked_on date not null,
  value_on date,
  -- below zero: it left the account
  amount_cents bigint not null check (amount_cents <> 0),
  payer text not null,
  payer_iban text not null,
  text text not null,
  -- creditor references in their own field, as [{reference, cents}]
  remitted jsonb not null,
  end_to_end_id text,
  bank_reference text,
  return_reason text,
  -- why it is thought to be for which orders, as {why, orders: [{orderId, cents}]}
  match jsonb not null,
  -- why it was put aside
  reason text,
  decided_by integer references users,
  decided_at timestamptz,
  version integer not null default 1,
  unique (account, entry_key, part),
  check ((status in ('BOOKED', 'IGNORED')) = (decided_at is not null)),
  check ((status = 'IGNORED') = (reason is not null))
);
create index bank_entries_status on bank_entries (status, booked_on desc, id desc) include (amount_cents);

alter table payments add foreign key (entry_id) references bank_entries;
