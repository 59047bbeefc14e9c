-- From when on the next try counts: guesses of one account from anywhere are slowed down rather than stopped.
alter table attempts add column next_at timestamptz not null default now();
