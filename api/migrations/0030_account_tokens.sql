-- Links that were mailed. Only a hash is kept: who reads this table can use none of them.
create table account_tokens (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  purpose text not null check (purpose in ('VERIFY', 'RESET')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_tokens_user on account_tokens (user_id, purpose) where used_at is null;
create index account_tokens_expiry on account_tokens (expires_at);
