-- What the operators' lists of people search and count.
alter table roles add column version integer not null default 1;

alter table users add column words text not null generated always as (lower(username || ' ' || first_name || ' '
  || last_name || ' ' || coalesce(phone, '') || ' ' || coalesce(referal_external_id, ''))) stored;
create index users_words on users using gin (words gin_trgm_ops);

-- TO_ADMIT and ADMITTED differ by the role, which a function of one row cannot see: see the list's statement.
create index users_last_login on users (last_login_at desc nulls last, id desc);
create index users_last_purchase on users (last_purchase_at desc nulls last, id desc);
create index users_volume on users (total_purchased_volume desc, id desc);
create index users_name on users (lower(last_name), lower(first_name), id);
