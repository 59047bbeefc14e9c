-- Who asked for the check or import that is at work, and when its turn came: others that wait say for whom, and one
-- that had begun on a server that is gone is told from one that waits.
alter table catalogue_imports
  add column asked_by integer references users,
  add column begun_at timestamptz;
