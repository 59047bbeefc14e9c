-- What the operators' lists of people search and count.
alter table roles add column version integer not null default 1;

create function user_words(account users) returns text language sql immutable parallel safe
return lower(account.username || ' ' || account.first_name || ' ' || account.last_name || ' '
  || coalesce(account.phone, '') || ' ' || coalesce(account.referal_external_id, ''));
create index users_words on users using gin (user_words(users) gin_trgm_ops);

-- TO_ADMIT and ADMITTED differ by the role, which a function of one row cannot see: see the list's statement.
create index users_last_login on users (last_login_at desc nulls last, id desc);
create index users_last_purchase on users (last_purchase_at desc nulls last, id desc);
create index users_volume on users (total_purchased_volume desc, id desc);
create index users_name on users (lower(last_name), lower(first_name), id);
