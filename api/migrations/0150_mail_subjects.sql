-- A mail belongs to what it is about: whoever may read that may read the mail. The token of its link stands apart from
-- its text, so that no list, search or export ever holds one, and goes when the mail has left or the link has run out.
alter table mails
  add column permission text,
  add column token text,
  add column token_until timestamptz,
  add check (token is null or token_until is not null);

update mails set permission = case
  when subject like 'Order %' then 'orders:read'
  when subject like 'Retirement %' then 'retirements:read'
  else 'users:read' end;
alter table mails alter column permission set not null;

-- What waits is still to be sent with its link; it is good for a day at the most.
update mails set token_until = created_at + interval '1 day',
  token = case when status = 'WAITING' then substring(text_body from '[?&]token=([A-Za-z0-9_.~-]+)') end
where text_body ~ '[?&]token=';
update mails set
  text_body = regexp_replace(text_body, '([?&]token=)[A-Za-z0-9_.~-]+', '\1…', 'g'),
  html_body = regexp_replace(html_body, '((\?|&amp;|&)token=)[A-Za-z0-9_.~-]+', '\1…', 'g')
where token_until is not null;
update mail_searches set words = regexp_replace(words, '([?&]token=)[a-z0-9_.~-]+', '\1…', 'g')
where mail_id in (select id from mails where token_until is not null);
