alter table orders add column credit_note_file_id integer references files;
