-- A mail is WAITING until it is delivered or given up; FAILED mails are the dead letters that operators send again.
alter table mails
  add column next_try_at timestamptz,
  -- set while a server is at it, and left behind by one that died
  add column sending_since timestamptz;
-- Until now a refused mail was called FAILED while its job still tried.
update mails set status = 'WAITING' where status = 'FAILED';
