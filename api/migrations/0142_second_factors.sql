-- An authenticator app's secret. It is written once and read by the server alone: no call answers it again.
create table second_factors (
  user_id integer primary key references users on delete cascade,
  secret bytea not null,
  begun_at timestamptz not null default now(),
  -- null until a first code has shown that the app has the secret
  confirmed_at timestamptz,
  -- the 30 seconds of the last code that was taken: none counts twice
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id integer not null references second_factors (user_id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);
