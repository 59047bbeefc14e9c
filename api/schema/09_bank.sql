-- Money: bank statements, payments and refunds booked from them, and reminders of open amounts.

-- Bank statements and their entries, from which payments are booked.
create table bank_statements (
  id integer generated always as identity primary key,
  account text not null,
  kind text not null check (kind in ('camt.052', 'camt.053', 'camt.054')),
  version text not null,
  -- the bank's statement id, which some banks reuse every year
  statement_id text not null,
  -- the bank's sequence number within a year
  number integer,
  from_on date not null,
  to_on date not null,
  opening_cents bigint,
  closing_cents bigint,
  in_cents bigint not null check (in_cents >= 0),
  out_cents bigint not null check (out_cents >= 0),
  entry_count integer not null check (entry_count >= 0),
  file_name text not null,
  -- the message as received
  file_id integer references files,
  -- why it was accepted although the preceding statement is missing
  gap_reason text,
  created_by integer references users,
  created_at timestamptz not null default now(),
  unique (account, kind, statement_id, from_on),
  check (to_on >= from_on),
  check (kind <> 'camt.053' or opening_cents + in_cents - out_cents = closing_cents)
);

create index bank_statements_account on bank_statements (account, to_on);

-- Rules that set future entries aside: the same counterparty, direction and words.
create table bank_rules (
  id integer generated always as identity primary key,
  outgoing boolean not null,
  payer text not null,
  payer_iban text not null,
  -- all of them must occur in the entry's text; empty if the counterparty is sufficient
  words text not null,
  reason text not null,
  created_by integer not null references users,
  created_at timestamptz not null default now(),
  ended_by integer references users,
  ended_at timestamptz,
  check (payer || payer_iban || words <> ''),
  check ((ended_by is null) = (ended_at is null))
);

create table bank_entries (
  id integer generated always as identity primary key,
  statement_id integer not null references bank_statements,
  status text not null check (status in ('MATCHED', 'SUGGESTED', 'UNMATCHED', 'BOOKED', 'IGNORED')),
  words text not null generated always as (search_text(payer || E'\n' || payer_iban || E'\n' || text || E'\n'
    -- for references in groups of four
    || replace(text, ' ', '') || E'\n' || coalesce(bank_reference, '') || E'\n' || (abs(amount_cents) / 100)::text || '.'
    || lpad((abs(amount_cents) % 100)::text, 2, '0'))) stored,
  account text not null,
  -- the bank's or the statement's unique key; the payments of a collective entry share it
  entry_key text not null,
  part integer not null default 0,
  booked_on date not null,
  value_on date,
  -- negative: it left the account
  amount_cents bigint not null check (amount_cents <> 0),
  payer text not null,
  payer_iban text not null,
  text text not null,
  -- creditor references in their own field, as [{reference, cents}]
  remitted jsonb not null,
  end_to_end_id text,
  bank_reference text,
  return_reason text,
  -- the suggested orders and the reason, as {why, orders: [{orderId, cents}]}
  match jsonb not null,
  -- why it was set aside
  reason text,
  rule_id integer references bank_rules,
  decided_by integer references users,
  decided_at timestamptz,
  version integer not null default 1,
  unique (account, entry_key, part),
  check ((status in ('BOOKED', 'IGNORED')) = (decided_at is not null)),
  check ((status = 'IGNORED') = (reason is not null)),
  check (rule_id is null or status = 'IGNORED')
);
create index bank_entries_status on bank_entries (status, booked_on desc, id desc) include (amount_cents);

-- Files of transfers to submit to the bank (pain.001.001.09).
create table bank_refund_files (
  id integer generated always as identity primary key,
  xml text not null,
  created_by integer not null references users,
  created_at timestamptz not null default now()
);

-- Overpayments to be refunded; sent once their file was generated. What the bank refuses or sends back is kept and listed again.
create table bank_refunds (
  id integer generated always as identity primary key,
  entry_id integer not null references bank_entries,
  status text not null default 'LISTED' check (status in ('LISTED', 'SENT', 'DONE', 'REFUSED', 'REMOVED')),
  name text not null,
  iban text not null,
  amount_cents bigint not null check (amount_cents > 0),
  text text not null,
  file_id integer references bank_refund_files,
  done_on date,
  done_entry_id integer references bank_entries,
  refused_reason text,
  -- null if the bank's own file says so
  refused_by integer references users,
  refused_at timestamptz,
  -- the entry by which it came back
  back_entry_id integer unique references bank_entries,
  -- the refused one that it repeats
  again_of integer references bank_refunds,
  created_by integer not null references users,
  created_at timestamptz not null default now(),
  check ((status in ('SENT', 'DONE', 'REFUSED')) = (file_id is not null)),
  -- one that came back had left
  check (case status when 'DONE' then done_on is not null when 'REFUSED' then done_on is null or back_entry_id is not null
    else done_on is null end),
  check (done_entry_id is null or done_on is not null),
  check ((status = 'REFUSED') = (refused_reason is not null)),
  check ((refused_reason is null) = (refused_at is null)),
  check (status = 'REFUSED' or refused_by is null and back_entry_id is null)
);
create index bank_refunds_entry on bank_refunds (entry_id);
create index bank_refunds_file on bank_refunds (file_id);

-- Money refunded to a buyer, recorded when it was sent.
create table refunds (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  amount_cents bigint not null check (amount_cents > 0),
  paid_on date not null,
  reference text not null check (length(reference) between 1 and 140),
  actor_id integer not null references users,
  created_at timestamptz not null default now()
);
create index refunds_order on refunds (order_id);

-- Money received for orders: an order is paid once it covers the invoice. Payments booked by mistake remain, as undone.
create table payments (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  -- negative: the bank reversed it
  amount_cents bigint not null check (amount_cents <> 0),
  received_on date not null,
  -- the bank's reference; null if an operator entered the payment
  reference text,
  -- the statement entry
  entry_id integer references bank_entries,
  created_by integer references users,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by integer references users,
  undo_reason text,
  check ((undone_at is null) = (undo_reason is null)),
  check ((entry_id is null) or (reference is not null))
);
create index payments_order on payments (order_id) where undone_at is null;
create index payments_entry on payments (entry_id) where entry_id is not null;

-- Net receipts of orders: received, less refunds. They determine the open amount, and whether an order is paid.
create view kept_money as
  select order_id, amount_cents from payments where undone_at is null
  union all select order_id, -amount_cents from refunds;

-- What a company's payments had beyond what its orders took of them, less what was refunded of that; positive cents are in the
-- company's favour. A payment for orders of several companies is left out: it is not known whose the rest is.
create function company_credit(company integer)
  returns table (id integer, order_id integer, kind text, day date, reference text, cents bigint)
language sql stable as $$
  with booked as (
    select e.id, e.booked_on, max(p.reference) as reference, min(o.id) as order_id, e.amount_cents - sum(p.amount_cents)::bigint as rest
    from bank_entries e join payments p on p.entry_id = e.id and p.undone_at is null join orders o on o.id = p.order_id
    where e.amount_cents > 0 and e.id in (select own.entry_id from payments own join orders on orders.id = own.order_id
      where orders.company_id = company and own.undone_at is null and own.entry_id is not null)
    group by e.id having min(o.company_id) = max(o.company_id)
  )
  select id, order_id, 'PAYMENT', booked_on, reference, rest from booked where rest > 0
  union all
  select r.id, order_id, 'REFUND', r.done_on, 'REFUND-' || r.id, -r.amount_cents
  from booked join bank_refunds r on r.entry_id = booked.id where r.done_on is not null
  union all
  select r.id, order_id, 'PAYMENT', back.booked_on, 'REFUND-' || r.id, r.amount_cents
  from booked join bank_refunds r on r.entry_id = booked.id join bank_entries back on back.id = r.back_entry_id
  where r.done_on is not null
$$;

-- Reminders of unpaid invoices, and what suspends them.
create table reminders (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  level smallint not null check (level between 1 and 3),
  -- the open amount, and the charges added to it
  amount_cents bigint not null check (amount_cents > 0),
  fee_cents bigint not null check (fee_cents >= 0),
  interest_cents bigint not null check (interest_cents >= 0),
  pay_by date not null,
  sent_to text[] not null,
  -- null if sent automatically
  created_by integer references users,
  created_at timestamptz not null default now(),
  unique (order_id, level)
);

create table reminder_stops (
  order_id integer primary key references orders,
  kind text not null check (kind in ('PAUSED', 'DISPUTE')),
  until date,
  reason text not null,
  created_by integer not null references users,
  created_at timestamptz not null default now(),
  check ((kind = 'PAUSED') = (until is not null))
);
