-- The account stays, since orders and the audit log name it; who it was is gone.
alter table users add column erased_at timestamptz;
