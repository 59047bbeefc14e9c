-- How many holds a buyer has begun or renewed on a day (UTC), so that nobody keeps credits from others for ever.
alter table carts add column holds integer not null default 0, add column holds_on date;
