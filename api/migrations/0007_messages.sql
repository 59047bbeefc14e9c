create table notifications (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  code text not null,
  facts jsonb not null default '{}',
  occured_at timestamptz not null default now(),
  read_at timestamptz
);
create index notifications_unread on notifications (user_id, occured_at desc, id desc) where read_at is null;
create index notifications_read on notifications (user_id, occured_at desc, id desc) where read_at is not null;

-- The outbox: written in the transaction that caused the mail, delivered by a job.
create table mails (
  id integer generated always as identity primary key,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  attachments jsonb not null default '[]',
  status text not null default 'WAITING' check (status in ('WAITING', 'SENT', 'FAILED')),
  attempts smallint not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  check ((status = 'SENT') = (sent_at is not null))
);
create index mails_created on mails (created_at desc, id desc);
create index mails_status on mails (status, created_at desc, id desc);
