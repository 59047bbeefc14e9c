-- The credit ledger: append-only, double entry in one row (from_account, to_account).
-- The counts beside it are moved by a trigger on the same insert, so that no code can post a movement
-- without its counts or counts without their movement; the checks refuse anything below zero.

create table vintage_stock (
  vintage_id integer primary key references vintages,
  project_id integer not null references projects,
  issued integer not null default 0,
  available integer not null default 0 check (available >= 0),
  reserved integer not null default 0 check (reserved >= 0),
  committed integer not null default 0 check (committed >= 0),
  held integer not null default 0 check (held >= 0),
  retiring integer not null default 0 check (retiring >= 0),
  retired integer not null default 0 check (retired >= 0),
  check (issued = available + reserved + committed + held + retiring + retired)
) with (fillfactor = 60);
create index vintage_stock_project on vintage_stock (project_id);

-- A function, since a check is read anew for every statement, and this one is as long as the rest of what a movement costs.
create function is_known_movement(kind text, from_account text, to_account text) returns boolean
language plpgsql immutable as $$
begin
  return (kind, from_account, to_account) in (
    ('ISSUE', 'OUTSIDE', 'AVAILABLE'),
    ('ADJUST', 'OUTSIDE', 'AVAILABLE'),
    ('ADJUST', 'AVAILABLE', 'OUTSIDE'),
    ('RESERVE', 'AVAILABLE', 'RESERVED'),
    ('RELEASE', 'RESERVED', 'AVAILABLE'),
    ('COMMIT', 'RESERVED', 'COMMITTED'),
    ('RETURN', 'COMMITTED', 'AVAILABLE'),
    ('DELIVER', 'COMMITTED', 'HELD'),
    ('TAKE_BACK', 'HELD', 'AVAILABLE'),
    -- a payment went back: the order is to be paid again
    ('UNDELIVER', 'HELD', 'COMMITTED'),
    ('RETIRE_REQUEST', 'HELD', 'RETIRING'),
    ('RETIRE', 'RETIRING', 'RETIRED'),
    ('RETIRE_RETURN', 'RETIRING', 'HELD'));
end $$;

create table credit_movements (
  id bigint generated always as identity primary key,
  vintage_id integer not null references vintages,
  kind text not null,
  from_account text not null,
  to_account text not null,
  quantity integer not null check (quantity > 0),
  -- the buyer whose cart, order or retirement it is
  owner_id integer references users,
  -- whose holding moves, as it was called then: see companies.merged_into_id
  company_id integer references companies,
  order_id integer references orders,
  retirement_id integer references retirements,
  -- who caused it; null when the system did
  actor_id integer references users,
  reason text not null,
  occurred_at timestamptz not null default now(),
  constraint known_movement check (is_known_movement(kind, from_account, to_account)),
  check ((company_id is not null) = ('HELD' in (from_account, to_account) or 'RETIRING' in (from_account, to_account)))
);
create index credit_movements_vintage on credit_movements (vintage_id, id);
create index credit_movements_owner on credit_movements (owner_id, vintage_id) where owner_id is not null;
create index credit_movements_order on credit_movements (order_id) where order_id is not null;
-- The movements that a portfolio's quarters are made of, read from the index alone.
create index credit_movements_held on credit_movements (company_id, occurred_at) include (kind, quantity, vintage_id)
  where company_id is not null;

create function open_vintage_stock() returns trigger language plpgsql as $$
begin
  insert into vintage_stock (vintage_id, project_id) select id, project_id from added;
  return null;
end $$;
create trigger open_vintage_stock after insert on vintages
  referencing new table as added for each statement execute function open_vintage_stock();

create function apply_credit_movements() returns trigger language plpgsql as $$
begin
  -- In id order: the one order in which stock is locked.
  perform 1 from vintage_stock where vintage_id in (select vintage_id from added)
    order by vintage_id for update;
  with moved as (
    update vintage_stock s set
      issued = s.issued + m.issued, available = s.available + m.available,
      reserved = s.reserved + m.reserved, committed = s.committed + m.committed,
      held = s.held + m.held, retiring = s.retiring + m.retiring, retired = s.retired + m.retired
    from (
      select vintage_id, bool_or('AVAILABLE' in (from_account, to_account)) as is_listed,
        sum(case when from_account = 'OUTSIDE' then quantity when to_account = 'OUTSIDE' then -quantity else 0 end) as issued,
        sum(case 'AVAILABLE' when to_account then quantity when from_account then -quantity else 0 end) as available,
        sum(case 'RESERVED' when to_account then quantity when from_account then -quantity else 0 end) as reserved,
        sum(case 'COMMITTED' when to_account then quantity when from_account then -quantity else 0 end) as committed,
        sum(case 'HELD' when to_account then quantity when from_account then -quantity else 0 end) as held,
        sum(case 'RETIRING' when to_account then quantity when from_account then -quantity else 0 end) as retiring,
        sum(case 'RETIRED' when to_account then quantity when from_account then -quantity else 0 end) as retired
      from added group by vintage_id
    ) m where s.vintage_id = m.vintage_id
    returning s.project_id, m.is_listed
  )
  insert into catalogue_changes (project_id) select distinct project_id from moved where is_listed
    on conflict do nothing;
  return null;
end $$;
create trigger apply_credit_movements after insert on credit_movements
  referencing new table as added for each statement execute function apply_credit_movements();

create trigger append_only before update or delete or truncate on credit_movements
  for each statement execute function refuse_change();

-- What each company holds of each vintage; recomputed from the ledger by ledger:verify.
create table holdings (
  company_id integer not null references companies,
  vintage_id integer not null references vintages,
  purchased integer not null default 0 check (purchased >= 0),
  in_progress integer not null default 0 check (in_progress >= 0),
  retired integer not null default 0 check (retired >= 0),
  -- what its members were last told of; a difference to the vintage is news
  credit_type text not null check (credit_type in ('EX_POST', 'EX_ANTE')),
  primary key (company_id, vintage_id),
  check (purchased >= in_progress + retired)
) with (fillfactor = 70);

-- What a company means to retire for a year.
create table company_targets (
  company_id integer not null references companies,
  year smallint not null check (year between 2015 and 2100),
  tonnes integer not null check (tonnes > 0),
  changed_at timestamptz not null default now(),
  changed_by integer not null references users,
  primary key (company_id, year)
);
