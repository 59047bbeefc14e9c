-- What people are told, and what they write to the operators.

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
  -- whom an answer goes to, when that is not its sender
  reply_to text,
  subject text not null,
  text_body text not null,
  html_body text not null,
  attachments jsonb not null default '[]',
  -- whoever may read what the mail is about may read the mail
  permission text not null,
  -- The token of its link stands apart from its text, so that no list, search or export ever holds one, and goes when
  -- the mail has left or the link has run out.
  token text,
  token_until timestamptz,
  -- WAITING until it is delivered or given up; FAILED mails are the dead letters that operators send again
  status text not null default 'WAITING' check (status in ('WAITING', 'SENT', 'FAILED')),
  attempts smallint not null default 0,
  next_try_at timestamptz,
  -- set while a server is at it, and left behind by one that died
  sending_since timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  check ((status = 'SENT') = (sent_at is not null)),
  check (token is null or token_until is not null)
);
create index mails_created on mails (created_at desc, id desc);
create index mails_status on mails (status, created_at desc, id desc);
create index mails_by_status on mails (status, id);
create index mails_by_recipient on mails (recipient, id);
create index mails_by_subject on mails (subject, id);
create index mails_by_sent on mails (sent_at, id);
create index mails_by_sent_down on mails (sent_at desc nulls last, id desc);

create table mail_searches (
  mail_id integer primary key references mails on delete cascade,
  status text not null,
  created_at timestamptz not null,
  words text not null
);
create function mail_words(given integer) returns text language sql stable as $$
  select lower(concat_ws(E'\n', m.recipient, m.subject, m.text_body))
  from mails m where m.id = given
$$;
create index mail_searches_created on mail_searches (created_at, mail_id);
create index mail_searches_words on mail_searches using gin (words gin_trgm_ops);

create function add_mail_searches() returns trigger language plpgsql as $$
begin
  insert into mail_searches (mail_id, status, created_at, words)
  select m.id, m.status, m.created_at, mail_words(m.id) from mails m where m.id in (select id from added);
  return null;
end $$;
create trigger add_searches after insert on mails
  referencing new table as added for each statement execute function add_mail_searches();

create function change_mail_search() returns trigger language plpgsql as $$
begin
  update mail_searches set status = new.status, created_at = new.created_at where mail_id = new.id;
  return null;
end $$;
create trigger change_search after update of status, created_at on mails
  for each row execute function change_mail_search();

-- What people wrote to the operators with the app's own form.
create table support_requests (
  id integer generated always as identity primary key,
  first_name text not null,
  last_name text not null,
  email text not null,
  topic text not null,
  message text not null,
  -- who was logged in, and what the form was opened beside
  user_id integer references users on delete set null,
  project_id integer references projects on delete set null,
  order_id integer references orders on delete set null,
  status text not null default 'OPEN' check (status in ('OPEN', 'DONE')),
  note text,
  done_by integer references users,
  done_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- Its beginning: an index has no room for all of a long message.
  message_key text not null generated always as (lower(left(message, 200))) stored,
  check ((status = 'DONE') = (done_at is not null)),
  check ((done_at is null) = (done_by is null))
);
create index support_requests_created on support_requests (created_at desc, id desc);
create index support_requests_status on support_requests (status, created_at desc, id desc);
create index support_requests_user on support_requests (user_id) where user_id is not null;
create index support_requests_project on support_requests (project_id) where project_id is not null;
create index support_requests_order on support_requests (order_id) where order_id is not null;
create index support_requests_by_name on support_requests (last_name, id);
create index support_requests_by_topic on support_requests (topic, id);
create index support_requests_by_status on support_requests (status, id);
create index support_requests_by_done on support_requests (done_at, id);
create index support_requests_by_done_down on support_requests (done_at desc nulls last, id desc);
create index support_requests_by_email on support_requests (email, id);
create index support_requests_by_message on support_requests (message_key, id);

create table support_searches (
  request_id integer primary key references support_requests on delete cascade,
  status text not null,
  created_at timestamptz not null,
  words text not null
);
create function support_words(given integer) returns text language sql stable as $$
  select lower(concat_ws(E'\n', s.id, s.first_name || ' ' || s.last_name, s.email, s.topic, s.message))
  from support_requests s where s.id = given
$$;
create index support_searches_created on support_searches (created_at, request_id);
create index support_searches_words on support_searches using gin (words gin_trgm_ops);

create function add_support_searches() returns trigger language plpgsql as $$
begin
  insert into support_searches (request_id, status, created_at, words)
  select s.id, s.status, s.created_at, support_words(s.id)
  from support_requests s where s.id in (select id from added);
  return null;
end $$;
create trigger add_searches after insert on support_requests
  referencing new table as added for each statement execute function add_support_searches();

create function change_support_search() returns trigger language plpgsql as $$
begin
  update support_searches set status = new.status, created_at = new.created_at where request_id = new.id;
  return null;
end $$;
create trigger change_search after update of status, created_at on support_requests
  for each row execute function change_support_search();
