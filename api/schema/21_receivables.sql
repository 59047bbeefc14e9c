-- Reminders of invoices that are not paid, and what keeps them from going out.

create table reminders (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  level smallint not null check (level between 1 and 3),
  -- what was open, and what was asked for beside it
  amount_cents bigint not null check (amount_cents > 0),
  fee_cents bigint not null check (fee_cents >= 0),
  interest_cents bigint not null check (interest_cents >= 0),
  pay_by date not null,
  sent_to text[] not null,
  -- null when it went out by itself
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
