-- Where somebody stands, for the list, its tabs and its order. A trigger works it out, since it depends on the role's name:
-- that of "Anonymous" is fixed.
alter table users add column standing text not null default 'UNVERIFIED'
  check (standing in ('UNVERIFIED', 'TO_ADMIT', 'ADMITTED', 'BLOCKED'));
create function keep_standing() returns trigger language plpgsql as $$
begin
  new.standing := case
    when new.blocked then 'BLOCKED'
    when new.verified_at is null then 'UNVERIFIED'
    when (select name from roles where id = new.role_id) = 'Anonymous' then 'TO_ADMIT'
    else 'ADMITTED' end;
  return new;
end $$;
create trigger keep_standing before insert or update of blocked, verified_at, role_id on users
  for each row execute function keep_standing();
update users set blocked = blocked;
-- In the order in which an account passes through them.
alter table users add column standing_place smallint not null generated always as (case standing
  when 'UNVERIFIED' then 1 when 'TO_ADMIT' then 2 when 'ADMITTED' then 3 else 4 end) stored;
create index users_by_standing on users (standing_place, id) include (standing);
drop index users_role;
create index users_role on users (role_id, id) include (standing);
