-- Whom an answer to a mail goes to, when that is not its sender.
alter table mails add column reply_to text;
