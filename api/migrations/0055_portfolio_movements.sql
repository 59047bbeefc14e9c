-- The movements that a portfolio's quarters are made of, read from the index alone: a buyer's reservations and
-- releases are many times as many.
create index credit_movements_held on credit_movements (owner_id, occurred_at) include (kind, quantity)
  where kind in ('DELIVER', 'RETIRE_REQUEST', 'RETIRE', 'RETIRE_RETURN');
