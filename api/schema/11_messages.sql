-- Notifications and mails to users, and their messages to the operators.

create table notifications (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  code text not null,
  facts jsonb not null default '{}',
  occured_at timestamptz not null default now(),
  read_at timestamptz
);
create index notifications_user on notifications (user_id, occured_at desc, id desc);

-- The outbox: written in the transaction that caused the mail, delivered by a job.
create table mails (
  id integer generated always as identity primary key,
  -- WAITING until it is delivered or given up; FAILED mails are the dead letters that operators can send again
  status text not null default 'WAITING' check (status in ('WAITING', 'SENT', 'FAILED')),
  words text not null generated always as (search_text(recipient || E'\n' || subject || E'\n' || text_body)) stored,
  recipient text not null,
  -- the Reply-To address, if it differs from the sender
  reply_to text,
  subject text not null,
  text_body text not null,
  html_body text not null,
  attachments jsonb not null default '[]',
  -- the permission needed to read the mail: that for the record it is about
  permission text not null,
  -- the record that it is about, as type/id
  about text,
  -- The token of its link is not part of its text, so that no list, search or export ever contains it; deleted once the mail is
  -- sent or the link has expired.
  token text,
  token_until timestamptz,
  attempts smallint not null default 0,
  next_try_at timestamptz,
  -- set while a server is sending it, and left set by one that died
  sending_since timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  check ((status = 'SENT') = (sent_at is not null)),
  check (token is null or token_until is not null)
);
-- The texts are stored out of line and the words in the row, so that a search reads little else.
alter table mails alter column words set storage main;
alter table mails set (toast_tuple_target = 1024);
create index mails_about on mails (about, id desc) where about is not null;
-- Also for counting the tabs: the rows are long.
create index mails_status on mails (status, id);
-- Excludes waiting mails: they are few, and each delivery attempt would index all their words again.
create index mails_words on mails using gin (words gin_trgm_ops) where status <> 'WAITING';

-- Operators' texts that replace the standard ones, by the mail's code. A reverted text keeps its row, without words: if version
-- numbers were reused, a save could overwrite a text that the operator has never seen.
create table mail_texts (
  code text primary key,
  subject text,
  body text check (num_nulls(subject, body) <> 1),
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  updated_by integer references users
);

-- Requests sent to the operators with the app's own form.
create table support_requests (
  id integer generated always as identity primary key,
  status text not null default 'OPEN' check (status in ('OPEN', 'WAITING', 'DONE')),
  words text not null generated always as (search_text(id::text || E'\n' || first_name || ' ' || last_name || E'\n'
    || email || E'\n' || topic || E'\n' || message)) stored,
  first_name text not null,
  last_name text not null,
  email text not null,
  topic text not null,
  message text not null,
  -- the logged-in user, and the project or order that the form was opened from
  user_id integer references users on delete set null,
  project_id integer references projects on delete set null,
  order_id integer references orders on delete set null,
  note text,
  done_by integer references users,
  done_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check ((status = 'DONE') = (done_at is not null)),
  check ((done_at is null) = (done_by is null))
);
create index support_requests_created on support_requests (created_at desc, id desc);
-- Also for counting the tabs: the rows are long.
create index support_requests_status on support_requests (status, created_at desc, id desc);
create index support_requests_words on support_requests using gin (words gin_trgm_ops);

-- Messages from both sides on a request, after its first message.
create table support_messages (
  id integer generated always as identity primary key,
  request_id integer not null references support_requests on delete cascade,
  -- null: the author of the request
  operator_id integer references users,
  text text not null,
  words text not null generated always as (search_text(text)) stored,
  created_at timestamptz not null default now()
);
create index support_messages_request on support_messages (request_id, id);
create index support_messages_words on support_messages using gin (words gin_trgm_ops);
