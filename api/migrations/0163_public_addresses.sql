-- Addresses that operators typed before and that others open: https, at a public name, without a user name, as the
-- contract asks it now. What cannot be made so goes; an unreadable section would stop every page.
update projects set registry_url = 'https' || substr(registry_url, 5) where registry_url ~* '^http:';
update project_documents set url = 'https' || substr(url, 5) where url ~* '^http:';

create function pg_temp.public_address(address text) returns text language sql as $$
  select case when https ~* '^https://[^]@/?#\s:["<>\\]+\.[^]@/?#\s:.["<>\\0-9][^]@/?#\s:.["<>\\]+(:\d+)?([/?#][^\s"<>\\]*)?$'
    and https !~* '^https://[^/?#:]*\.(localhost|local|internal|intranet|lan|home\.arpa)([:/?#]|$)' then https end
  from (select regexp_replace(address, '^http:', 'https:', 'i') as https) as given
$$;
update settings set value = jsonb_build_object(
  'contactFormUrl', pg_temp.public_address(value ->> 'contactFormUrl'),
  'meetingUrl', pg_temp.public_address(value ->> 'meetingUrl')
) where section = 'external';
update settings set value = jsonb_build_object('companySite', pg_temp.public_address(value ->> 'companySite'))
  where section = 'links';
delete from settings where section = 'links' and value ->> 'companySite' is null;
