-- The sales terms that the buyer accepted, as they were that day. Null for orders of a server without its pages.
alter table orders add column sales_terms_file_id integer references files;
