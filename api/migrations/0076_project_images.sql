-- An image's sizes are made in the background; until then only what was uploaded is kept, which nobody is shown: it may
-- tell where and when it was taken.
alter table project_images
  -- in the addresses of its sizes: nobody can guess it
  add column key uuid not null unique default gen_random_uuid(),
  add column status text not null default 'PENDING' check (status in ('PENDING', 'READY', 'FAILED')),
  add column file_name text not null default '',
  add column upload_file_id integer references files,
  alter column original_file_id drop not null;
update project_images set status = 'READY'
  where num_nulls(original_file_id, small_file_id, medium_file_id, large_file_id) = 0;
update project_images set upload_file_id = original_file_id, original_file_id = null where status = 'PENDING';
alter table project_images
  add check ((status = 'PENDING') = (upload_file_id is not null)),
  add check (status <> 'READY'
    or num_nulls(original_file_id, small_file_id, medium_file_id, large_file_id) = 0);
