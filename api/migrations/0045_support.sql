-- What people wrote to the operators with the app's own form.
create table support_requests (
  id integer generated always as identity primary key,
  first_name text not null,
  last_name text not null,
  email text not null,
  topic text not null,
  message text not null,
  -- who was logged in, and what the form was opened beside
  user_id integer references users on delete set null,
  project_id integer references projects on delete set null,
  order_id integer references orders on delete set null,
  status text not null default 'OPEN' check (status in ('OPEN', 'DONE')),
  note text,
  done_by integer references users,
  done_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check ((status = 'DONE') = (done_at is not null)),
  check ((done_at is null) = (done_by is null))
);
create index support_requests_created on support_requests (created_at desc, id desc);
create index support_requests_status on support_requests (status, created_at desc, id desc);
create index support_requests_user on support_requests (user_id) where user_id is not null;
create index support_requests_project on support_requests (project_id) where project_id is not null;
create index support_requests_order on support_requests (order_id) where order_id is not null;
