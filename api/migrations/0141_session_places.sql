-- What tells somebody their sessions apart: kind of browser and a part of the address, of the last use.
alter table sessions add column browser text, add column address text;
