-- Attempts within a fixed window, by a hash of what was tried, whose account and which address. Not logged: losing
-- the counts in a crash gives a guesser one window more, and every login is spared a write to disk.
create unlogged table attempts (
  key bytea primary key,
  tries integer not null,
  ends_at timestamptz not null
);
create index attempts_end on attempts (ends_at);
