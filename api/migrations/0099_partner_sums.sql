-- What the people whom a partner referred bought stands beside the partner, so that a list of partners is sorted by it from
-- an index. Triggers keep it, in the transaction that moves a person to another partner or has an order paid: no code can
-- do either and leave the sums behind.
alter table partners
  add column referred_users integer not null default 0,
  add column purchased_credits bigint not null default 0,
  add column purchased_net_cents bigint not null default 0;
update partners set referred_users = b.users, purchased_credits = b.credits, purchased_net_cents = b.net_cents
from (
  select u.referal_partner_id as id, count(*) as users, coalesce(sum(o.credits), 0) as credits,
    coalesce(sum(o.net_cents), 0) as net_cents
  from users u left join (
    select user_id, sum(total_credits) as credits, sum(net_cents) as net_cents from orders where status = 'PAID'
    group by user_id
  ) o on o.user_id = u.id
  group by u.referal_partner_id
) b where b.id = partners.id;
create index partners_by_people on partners (referred_users, id);
create index partners_by_credits on partners (purchased_credits, id);
create index partners_by_net on partners (purchased_net_cents, id);

-- Also keeps a partner's name beside the people, for their list.
alter table users add column partner_key text;
update users set partner_key = p.name_key from partners p where p.id = users.referal_partner_id;
create index users_by_partner on users (partner_key, id);
create index users_by_partner_down on users (partner_key desc nulls last, id desc);

-- Before anything is read: who renames the partner meanwhile waits, and two who move people to and fro lock both partners
-- in one order.
create function meet_partner() returns trigger language plpgsql as $$
begin
  perform from partners where id in (old.referal_partner_id, new.referal_partner_id) order by id for no key update;
  new.partner_key := (select name_key from partners where id = new.referal_partner_id);
  return new;
end $$;
create trigger meet_partner before insert on users
  for each row when (new.referal_partner_id is not null) execute function meet_partner();
create trigger change_partner before update of referal_partner_id on users
  for each row when (old.referal_partner_id is distinct from new.referal_partner_id) execute function meet_partner();

create function count_referral() returns trigger language plpgsql as $$
declare
  bought record;
begin
  select coalesce(sum(total_credits), 0) as credits, coalesce(sum(net_cents), 0) as net_cents into bought
  from orders where user_id = coalesce(new.id, old.id) and status = 'PAID';
  update partners set referred_users = referred_users - 1, purchased_credits = purchased_credits - bought.credits,
    purchased_net_cents = purchased_net_cents - bought.net_cents where id = old.referal_partner_id;
  update partners set referred_users = referred_users + 1, purchased_credits = purchased_credits + bought.credits,
    purchased_net_cents = purchased_net_cents + bought.net_cents where id = new.referal_partner_id;
  return null;
end $$;
create trigger count_referral after insert on users
  for each row when (new.referal_partner_id is not null) execute function count_referral();
create trigger move_referral after update of referal_partner_id on users
  for each row when (old.referal_partner_id is distinct from new.referal_partner_id) execute function count_referral();
create trigger forget_referral after delete on users
  for each row when (old.referal_partner_id is not null) execute function count_referral();

create function rename_partner() returns trigger language plpgsql as $$
begin
  update users set partner_key = new.name_key where referal_partner_id = new.id;
  return null;
end $$;
create trigger rename_partner after update of name on partners
  for each row when (old.name is distinct from new.name) execute function rename_partner();

-- The buyer is locked: whoever moves them to another partner meanwhile either takes this purchase along or is waited for.
create function count_purchase(buyer integer, credits bigint, cents bigint) returns void language plpgsql as $$
declare
  partner integer;
begin
  select referal_partner_id into partner from users where id = buyer for no key update;
  update partners set purchased_credits = purchased_credits + credits, purchased_net_cents = purchased_net_cents + cents
  where id = partner;
end $$;
create function count_paid_order() returns trigger language plpgsql as $$
begin
  if old.status = 'PAID' then perform count_purchase(old.user_id, -old.total_credits, -old.net_cents); end if;
  if new.status = 'PAID' then perform count_purchase(new.user_id, new.total_credits, new.net_cents); end if;
  return null;
end $$;
create trigger count_paid after insert on orders
  for each row when (new.status = 'PAID') execute function count_paid_order();
create trigger recount_paid after update of status, user_id, total_credits, net_cents on orders
  for each row when ((old.status = 'PAID' or new.status = 'PAID') and (old.status, old.user_id, old.total_credits, old.net_cents)
    is distinct from (new.status, new.user_id, new.total_credits, new.net_cents))
  execute function count_paid_order();
create trigger uncount_paid after delete on orders
  for each row when (old.status = 'PAID') execute function count_paid_order();
