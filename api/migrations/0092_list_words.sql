-- What the operators' lists search: of each row one text in small letters, worked out when the row is written rather than
-- for every row of every search. The functions take a row's id and not the row itself: a function that takes a table's row
-- keeps the table from being altered.

-- Rows with much in them have their words beside them, with what the list counts and opens by: a search that finds nearly
-- all rows reads all words, and nothing else, from the newest on where that is the order. Triggers keep them, so that no code can write a row without its words. A
-- search has no line break: what stands on different lines is never found together.

-- Orders are also found by their buyer, whose name comes first, and by what was bought.
create table order_searches (
  order_id integer primary key references orders on delete cascade,
  status text not null,
  gross_cents bigint not null,
  created_at timestamptz not null,
  words text not null
);
create function order_words(given integer) returns text language sql stable as $$
  select lower(concat_ws(E'\n', u.username, o.id, o.company_name, o.invoice_number, o.payment_reference,
    (select string_agg(distinct coalesce(i.product #>> '{project,name}', i.product ->> 'reportName'), E'\n')
      from order_items i where i.order_id = o.id)))
  from orders o join users u on u.id = o.user_id where o.id = given
$$;
insert into order_searches (order_id, status, gross_cents, created_at, words)
select o.id, o.status, o.gross_cents, o.created_at, order_words(o.id) from orders o;
create index order_searches_created on order_searches (created_at, order_id);
create index order_searches_words on order_searches using gin (words gin_trgm_ops);
drop index orders_company_name, orders_invoice_words, orders_payment_reference, order_items_names;

create function add_order_searches() returns trigger language plpgsql as $$
begin
  insert into order_searches (order_id, status, gross_cents, created_at, words)
  select o.id, o.status, o.gross_cents, o.created_at, order_words(o.id)
  from orders o where o.id in (select id from added);
  return null;
end $$;
create trigger add_searches after insert on orders
  referencing new table as added for each statement execute function add_order_searches();

create function change_order_search() returns trigger language plpgsql as $$
begin
  update order_searches set status = new.status, gross_cents = new.gross_cents, created_at = new.created_at,
    words = order_words(new.id) where order_id = new.id;
  return null;
end $$;
create trigger change_search
  after update of status, gross_cents, created_at, company_name, invoice_number, payment_reference on orders
  for each row execute function change_order_search();

create function add_bought_words() returns trigger language plpgsql as $$
begin
  update order_searches s set words = order_words(o.id)
  from orders o where o.id = s.order_id and o.id in (select order_id from added);
  return null;
end $$;
create trigger add_words after insert on order_items
  referencing new table as added for each statement execute function add_bought_words();

create table retirement_searches (
  retirement_id integer primary key references retirements on delete cascade,
  status text not null,
  quantity integer not null,
  requested_at timestamptz not null,
  words text not null
);
create function retirement_words(given integer) returns text language sql stable as $$
  select lower(concat_ws(E'\n', r.id, r.beneficiary_name, r.product ->> 'projectName', r.product ->> 'externalId',
    r.serial_number_from, u.username, c.company_name))
  from retirements r join users u on u.id = r.user_id left join company_details c on c.user_id = u.id where r.id = given
$$;
insert into retirement_searches (retirement_id, status, quantity, requested_at, words)
select r.id, r.status, r.quantity, r.requested_at, retirement_words(r.id) from retirements r;
create index retirement_searches_requested on retirement_searches (requested_at, retirement_id);
create index retirement_searches_words on retirement_searches using gin (words gin_trgm_ops);
drop index retirements_names;

create function add_retirement_searches() returns trigger language plpgsql as $$
begin
  insert into retirement_searches (retirement_id, status, quantity, requested_at, words)
  select r.id, r.status, r.quantity, r.requested_at, retirement_words(r.id)
  from retirements r where r.id in (select id from added);
  return null;
end $$;
create trigger add_searches after insert on retirements
  referencing new table as added for each statement execute function add_retirement_searches();

create function change_retirement_search() returns trigger language plpgsql as $$
begin
  update retirement_searches set status = new.status, quantity = new.quantity, requested_at = new.requested_at,
    words = retirement_words(new.id) where retirement_id = new.id;
  return null;
end $$;
create trigger change_search
  after update of status, quantity, requested_at, beneficiary_name, serial_number_from, product on retirements
  for each row execute function change_retirement_search();

-- The list shows and finds a company by the name that it has now.
create function rename_retiring_company() returns trigger language plpgsql as $$
begin
  update retirement_searches s set words = retirement_words(r.id)
  from retirements r where r.id = s.retirement_id and r.user_id = new.user_id;
  return null;
end $$;
create trigger rename_searches after insert or update of company_name on company_details
  for each row execute function rename_retiring_company();

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
insert into support_searches (request_id, status, created_at, words)
select s.id, s.status, s.created_at, support_words(s.id) from support_requests s;
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
insert into mail_searches (mail_id, status, created_at, words)
select m.id, m.status, m.created_at, mail_words(m.id) from mails m;
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
