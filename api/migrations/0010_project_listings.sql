-- What lists, filters, facets and the search read of a project: one narrow row each, worked out from projects, vintages
-- and labels by refresh_project_listings. Tonnes are not copied here: every reservation would have to write them too.

-- All three are trusted extensions: the owner of the database may create them.
create extension if not exists unaccent;
create extension if not exists fuzzystrmatch;

create table project_listings (
  -- Columns of a fixed width, without nulls, come first: reading them off a row costs a fraction of the others.
  project_id integer primary key references projects on delete cascade,
  registry_id integer not null,
  developer_id integer not null,
  project_type_id integer not null,
  -- bit n - 1 for goal n
  sdgs integer not null,
  -- Sets as bits, in the order in which the API declares their codes: categories from bit 0, credit types from 3,
  -- impact types from 5, claim types from 8, labels from 10. The types are those of the active vintages.
  traits integer not null,
  -- The status that the operator set, as its place in the order in which lists show projects: AVAILABLE,
  -- CONTACT_REQUIRED, COMING_SOON, TEMPORARILY_UNAVAILABLE, SOLD_OUT. Sold out by itself follows from the stock.
  state smallint not null,
  -- has an active vintage
  sellable boolean not null,
  -- has a vintage that was withdrawn: its credits are in project_stock, but not on sale
  withdrawn boolean not null,
  -- of the active vintages
  year_min smallint,
  year_max smallint,
  price_from bigint,
  price_to bigint,
  financing_price bigint,
  -- continent:country,country
  place text collate "C" not null,
  continent text,
  countries text[] not null,
  years smallint[] not null,
  name_key text collate "C" not null
);

-- Apart from the listings, which are scanned as a whole: this one is wide and read through its index.
create table project_searches (
  project_id integer primary key references projects on delete cascade,
  -- the external id without anything but letters and digits
  external_key text not null,
  -- everything that can be found, without positions
  document tsvector not null,
  -- what ranks: name and external id (A), developer, type, country and registry (B)
  heading tsvector not null
);
create index project_searches_document on project_searches using gin (document);

create index vintages_withdrawn on vintages (project_id) where status = 'WITHDRAWN';

-- Every word of the documents: what a misspelt word is corrected to. Uses are counted at a full refresh.
create table search_words (
  word text collate "C" primary key,
  uses integer not null default 1,
  -- how long it is; null with a digit or a foreign letter in it: such a word corrects nothing
  letters smallint generated always as (case when word ~ '^[a-z]{3,60}$' then length(word) end) stored
);
create index search_words_letters on search_words (letters) include (word, uses) where letters is not null;

-- Names by which a country is searched: the one that the API shows first, then others in use.
create table country_names (
  code text primary key check (code ~ '^[A-Z]{2}$'),
  names text not null
);
insert into country_names (code, names) values
  ('AD', 'Andorra'), ('AE', 'UAE, United Arab Emirates, Emirates'), ('AF', 'Afghanistan'),
  ('AG', 'Antigua and Barbuda'), ('AI', 'Anguilla'), ('AL', 'Albania'), ('AM', 'Armenia'), ('AO', 'Angola'),
  ('AQ', 'Antarctica'), ('AR', 'Argentina'), ('AS', 'American Samoa'), ('AT', 'Austria'), ('AU', 'Australia'),
  ('AW', 'Aruba'), ('AX', 'Aland Islands, Åland Islands, Åland'), ('AZ', 'Azerbaijan'),
  ('BA', 'Bosnia and Herzegovina'), ('BB', 'Barbados'), ('BD', 'Bangladesh'), ('BE', 'Belgium'),
  ('BF', 'Burkina Faso'), ('BG', 'Bulgaria'), ('BH', 'Bahrain'), ('BI', 'Burundi'), ('BJ', 'Benin'),
  ('BL', 'Saint Barthélemy'), ('BM', 'Bermuda'), ('BN', 'Brunei, Brunei Darussalam'),
  ('BO', 'Bolivia, Plurinational State of Bolivia'), ('BQ', 'Bonaire, Sint Eustatius and Saba'), ('BR', 'Brazil'),
  ('BS', 'Bahamas'), ('BT', 'Bhutan'), ('BV', 'Bouvet Island'), ('BW', 'Botswana'), ('BY', 'Belarus'),
  ('BZ', 'Belize'), ('CA', 'Canada'), ('CC', 'Cocos (Keeling) Islands'),
  ('CD', 'Congo (DR), Democratic Republic of the Congo, DRC'), ('CF', 'Central African Republic'),
  ('CG', 'Congo, Republic of the Congo'), ('CH', 'Switzerland'), ('CI', 'Côte d''Ivoire, Cote d''Ivoire, Ivory Coast'),
  ('CK', 'Cook Islands'), ('CL', 'Chile'), ('CM', 'Cameroon'), ('CN', 'China, People''s Republic of China'),
  ('CO', 'Colombia'), ('CR', 'Costa Rica'), ('CU', 'Cuba'), ('CV', 'Cabo Verde, Cape Verde'), ('CW', 'Curaçao'),
  ('CX', 'Christmas Island'), ('CY', 'Cyprus'), ('CZ', 'Czechia, Czech Republic'), ('DE', 'Germany'),
  ('DJ', 'Djibouti'), ('DK', 'Denmark'), ('DM', 'Dominica'), ('DO', 'Dominican Republic'), ('DZ', 'Algeria'),
  ('EC', 'Ecuador'), ('EE', 'Estonia'), ('EG', 'Egypt'), ('EH', 'Western Sahara'), ('ER', 'Eritrea'), ('ES', 'Spain'),
  ('ET', 'Ethiopia'), ('FI', 'Finland'), ('FJ', 'Fiji'), ('FK', 'Falkland Islands (Malvinas)'),
  ('FM', 'Micronesia, Federated States of Micronesia'), ('FO', 'Faroe Islands'), ('FR', 'France'), ('GA', 'Gabon'),
  ('GB', 'United Kingdom, UK, Great Britain, England'), ('GD', 'Grenada'), ('GE', 'Georgia'), ('GF', 'French Guiana'),
  ('GG', 'Guernsey'), ('GH', 'Ghana'), ('GI', 'Gibraltar'), ('GL', 'Greenland'),
  ('GM', 'The Gambia, Republic of The Gambia, Gambia'), ('GN', 'Guinea'), ('GP', 'Guadeloupe'),
  ('GQ', 'Equatorial Guinea'), ('GR', 'Greece'), ('GS', 'South Georgia and the South Sandwich Islands'),
  ('GT', 'Guatemala'), ('GU', 'Guam'), ('GW', 'Guinea-Bissau'), ('GY', 'Guyana'), ('HK', 'Hong Kong'),
  ('HM', 'Heard Island and McDonald Islands'), ('HN', 'Honduras'), ('HR', 'Croatia'), ('HT', 'Haiti'),
  ('HU', 'Hungary'), ('ID', 'Indonesia'), ('IE', 'Ireland'), ('IL', 'Israel'), ('IM', 'Isle of Man'), ('IN', 'India'),
  ('IO', 'British Indian Ocean Territory'), ('IQ', 'Iraq'), ('IR', 'Iran, Islamic Republic of Iran'),
  ('IS', 'Iceland'), ('IT', 'Italy'), ('JE', 'Jersey'), ('JM', 'Jamaica'), ('JO', 'Jordan'), ('JP', 'Japan'),
  ('KE', 'Kenya'), ('KG', 'Kyrgyzstan'), ('KH', 'Cambodia'), ('KI', 'Kiribati'), ('KM', 'Comoros'),
  ('KN', 'Saint Kitts and Nevis'), ('KP', 'North Korea'), ('KR', 'South Korea, Republic of Korea'), ('KW', 'Kuwait'),
  ('KY', 'Cayman Islands'), ('KZ', 'Kazakhstan'), ('LA', 'Laos, Lao People''s Democratic Republic, Lao PDR'),
  ('LB', 'Lebanon'), ('LC', 'Saint Lucia'), ('LI', 'Liechtenstein'), ('LK', 'Sri Lanka'), ('LR', 'Liberia'),
  ('LS', 'Lesotho'), ('LT', 'Lithuania'), ('LU', 'Luxembourg'), ('LV', 'Latvia'), ('LY', 'Libya'), ('MA', 'Morocco'),
  ('MC', 'Monaco'), ('MD', 'Moldova'), ('ME', 'Montenegro'), ('MF', 'Saint Martin (French part)'),
  ('MG', 'Madagascar'), ('MH', 'Marshall Islands'),
  ('MK', 'North Macedonia, The Republic of North Macedonia, Macedonia'), ('ML', 'Mali'), ('MM', 'Myanmar, Burma'),
  ('MN', 'Mongolia'), ('MO', 'Macao'), ('MP', 'Northern Mariana Islands'), ('MQ', 'Martinique'), ('MR', 'Mauritania'),
  ('MS', 'Montserrat'), ('MT', 'Malta'), ('MU', 'Mauritius'), ('MV', 'Maldives'), ('MW', 'Malawi'), ('MX', 'Mexico'),
  ('MY', 'Malaysia'), ('MZ', 'Mozambique'), ('NA', 'Namibia'), ('NC', 'New Caledonia'), ('NE', 'Niger'),
  ('NF', 'Norfolk Island'), ('NG', 'Nigeria'), ('NI', 'Nicaragua'),
  ('NL', 'The Netherlands, Netherlands, Netherlands (Kingdom of the), Holland'), ('NO', 'Norway'), ('NP', 'Nepal'),
  ('NR', 'Nauru'), ('NU', 'Niue'), ('NZ', 'New Zealand'), ('OM', 'Oman'), ('PA', 'Panama'), ('PE', 'Peru'),
  ('PF', 'French Polynesia'), ('PG', 'Papua New Guinea'), ('PH', 'Philippines'), ('PK', 'Pakistan'), ('PL', 'Poland'),
  ('PM', 'Saint Pierre and Miquelon'), ('PN', 'Pitcairn Islands, Pitcairn'), ('PR', 'Puerto Rico'),
  ('PS', 'Palestine, State of Palestine'), ('PT', 'Portugal'), ('PW', 'Palau'), ('PY', 'Paraguay'), ('QA', 'Qatar'),
  ('RE', 'Reunion'), ('RO', 'Romania'), ('RS', 'Serbia'), ('RU', 'Russia, Russian Federation'), ('RW', 'Rwanda'),
  ('SA', 'Saudi Arabia'), ('SB', 'Solomon Islands'), ('SC', 'Seychelles'), ('SD', 'Sudan'), ('SE', 'Sweden'),
  ('SG', 'Singapore'), ('SH', 'Saint Helena'), ('SI', 'Slovenia'), ('SJ', 'Svalbard and Jan Mayen'),
  ('SK', 'Slovakia'), ('SL', 'Sierra Leone'), ('SM', 'San Marino'), ('SN', 'Senegal'), ('SO', 'Somalia'),
  ('SR', 'Suriname'), ('SS', 'South Sudan'), ('ST', 'Sao Tome and Principe'), ('SV', 'El Salvador'),
  ('SX', 'Sint Maarten (Dutch part)'), ('SY', 'Syria, Syrian Arab Republic'), ('SZ', 'Eswatini, Swaziland'),
  ('TC', 'Turks and Caicos Islands'), ('TD', 'Chad'), ('TF', 'French Southern Territories'), ('TG', 'Togo'),
  ('TH', 'Thailand'), ('TJ', 'Tajikistan'), ('TK', 'Tokelau'), ('TL', 'Timor-Leste, East Timor'),
  ('TM', 'Turkmenistan'), ('TN', 'Tunisia'), ('TO', 'Tonga'), ('TR', 'Türkiye, Turkey'), ('TT', 'Trinidad and Tobago'),
  ('TV', 'Tuvalu'), ('TW', 'Taiwan'), ('TZ', 'Tanzania, United Republic of Tanzania'), ('UA', 'Ukraine'),
  ('UG', 'Uganda'), ('UM', 'United States Minor Outlying Islands'),
  ('US', 'United States, United States of America, USA, U.S.'), ('UY', 'Uruguay'), ('UZ', 'Uzbekistan'),
  ('VA', 'Holy See (Vatican City State), Vatican'), ('VC', 'Saint Vincent and the Grenadines'),
  ('VE', 'Venezuela, Bolivarian Republic'), ('VG', 'Virgin Islands, British'), ('VI', 'Virgin Islands, U.S.'),
  ('VN', 'Viet Nam, Vietnam'), ('VU', 'Vanuatu'), ('WF', 'Wallis and Futuna'), ('WS', 'Samoa'), ('XK', 'Kosovo'),
  ('YE', 'Yemen'), ('YT', 'Mayotte'), ('ZA', 'South Africa'), ('ZM', 'Zambia'), ('ZW', 'Zimbabwe');

-- Small letters without accents, anything else than letters and digits as one blank.
create function fold_text(given text) returns text language sql stable parallel safe as $$
  select trim(regexp_replace(lower(unaccent(given)), '[^[:alnum:]]+', ' ', 'g'))
$$;

/* Brings the listings of these projects (null: of all) up to date with what this transaction sees. To be called after
   every change of a project, its vintages or labels, and of the names of its developer, type and registry, in the same
   transaction. Hidden projects have no listing. */
create function refresh_project_listings(ids integer[]) returns void language plpgsql as $$
begin
  -- First: another transaction's refresh of the same project must be seen, not overwritten.
  perform 1 from projects where ids is null or id = any(ids) order by id for no key update;

  delete from project_listings l using projects p
    where p.id = l.project_id and p.hidden and (ids is null or p.id = any(ids));
  delete from project_searches s using projects p
    where p.id = s.project_id and p.hidden and (ids is null or p.id = any(ids));

  insert into project_listings as l (project_id, registry_id, developer_id, project_type_id, sdgs, traits, state,
      sellable, withdrawn, year_min, year_max, price_from, price_to, financing_price, place, continent, countries, years,
      name_key)
  select p.id, p.registry_id, p.developer_id, p.project_type_id,
      (select coalesce(bit_or(1 << (goal - 1)), 0) from unnest(p.sdgs) goal),
      case when v.sellable or (p.status in ('COMING_SOON', 'CONTACT_REQUIRED') and p.financing_from is null
        and p.sponsoring_from is null) then 1 else 0 end
      | case when p.investment_available and p.financing_from is not null then 2 else 0 end
      | case when p.investment_available and p.sponsoring_from is not null then 4 else 0 end
      | (v.credit_types << 3) | (v.impact_types << 5) | (v.claim_types << 8)
      | (select coalesce(bit_or(1 << (array_position(
          array['CCP', 'CORSIA', 'CCB', 'ARTICLE_6', 'SOCIAL_CARBON'], kind) + 9)), 0)
        from project_labels where project_id = p.id),
      array_position(array['AVAILABLE', 'CONTACT_REQUIRED', 'COMING_SOON', 'TEMPORARILY_UNAVAILABLE', 'SOLD_OUT'],
        p.status) - 1,
      v.sellable, v.withdrawn, v.year_min, v.year_max, v.price_from, v.price_to, p.financing_price_cents,
      coalesce(p.continent, '') || ':' || array_to_string(p.countries, ','), p.continent, p.countries, v.years,
      fold_text(p.name)
  from projects p cross join lateral (
    select coalesce(bool_or(status = 'ACTIVE'), false) as sellable,
      coalesce(bool_or(status = 'WITHDRAWN'), false) as withdrawn,
      coalesce(bit_or(1 << (array_position(array['EX_POST', 'EX_ANTE'], credit_type) - 1))
        filter (where status = 'ACTIVE'), 0) as credit_types,
      coalesce(bit_or(1 << (array_position(array['REDUCTION', 'REMOVAL', 'MIXED'], impact_type) - 1))
        filter (where status = 'ACTIVE'), 0) as impact_types,
      coalesce(bit_or(1 << (array_position(array['CONTRIBUTION', 'COMPENSATION'], claim_type) - 1))
        filter (where status = 'ACTIVE'), 0) as claim_types,
      coalesce(array_agg(distinct year) filter (where status = 'ACTIVE'), '{}') as years,
      min(year) filter (where status = 'ACTIVE') as year_min, max(year) filter (where status = 'ACTIVE') as year_max,
      min(price_cents) filter (where status = 'ACTIVE') as price_from,
      max(price_cents) filter (where status = 'ACTIVE') as price_to
    from vintages where project_id = p.id
  ) v
  where not p.hidden and (ids is null or p.id = any(ids))
  on conflict (project_id) do update set
    registry_id = excluded.registry_id, developer_id = excluded.developer_id,
    project_type_id = excluded.project_type_id, sdgs = excluded.sdgs, traits = excluded.traits, state = excluded.state,
    sellable = excluded.sellable, withdrawn = excluded.withdrawn, year_min = excluded.year_min,
    year_max = excluded.year_max, price_from = excluded.price_from, price_to = excluded.price_to,
    financing_price = excluded.financing_price, place = excluded.place, continent = excluded.continent,
    countries = excluded.countries, years = excluded.years, name_key = excluded.name_key
  where l is distinct from excluded;

  -- Stems, so that "forests" finds "forest", and the words themselves, so that half a word finds the whole.
  insert into project_searches as s (project_id, external_key, document, heading)
  select p.id, replace(fold_text(coalesce(p.external_id, '')), ' ', ''),
      strip(to_tsvector('english', w.everything) || to_tsvector('simple', w.everything)),
      setweight(to_tsvector('english', w.title) || to_tsvector('simple', w.title), 'A')
      || setweight(to_tsvector('english', w.setting) || to_tsvector('simple', w.setting), 'B')
  from projects p
    join registries r on r.id = p.registry_id
    join developers d on d.id = p.developer_id
    join project_types t on t.id = p.project_type_id
    cross join lateral (select
      -- of VCS1764 also the bare number
      fold_text(concat_ws(' ', p.name, p.external_id, regexp_replace(p.external_id, '\D', '', 'g'))) as title,
      fold_text(concat_ws(' ', d.name, t.name, r.name, r.code,
        (select string_agg(c.names, ' ') from country_names c where c.code = any(p.countries)))) as setting,
      fold_text(p.description) as body
      -- keeps the planner from folding again at each place of use
      offset 0
    ) f
    cross join lateral (
      select f.title, f.setting, concat_ws(' ', f.title, f.setting, f.body) as everything offset 0
    ) w
  where not p.hidden and (ids is null or p.id = any(ids))
  on conflict (project_id) do update set
    external_key = excluded.external_key, document = excluded.document, heading = excluded.heading
  where s is distinct from excluded;

  if ids is null then
    create temporary table counted_words on commit drop as
      select word collate "C" as word, ndoc as uses from ts_stat('select document from project_searches');
    delete from search_words w where not exists (select from counted_words c where c.word = w.word);
    insert into search_words as w (word, uses) select word, uses from counted_words order by word
      on conflict (word) do update set uses = excluded.uses where w.uses <> excluded.uses;
    drop table counted_words;
    -- A search reads the index's list of pending entries from end to end.
    perform gin_clean_pending_list('project_searches_document');
  else
    -- In order of the words: two transactions that add the same ones must not wait for each other in a ring.
    insert into search_words (word)
    select distinct word collate "C" as word
    from project_searches s, unnest(tsvector_to_array(s.document)) word where s.project_id = any(ids)
    order by 1 on conflict do nothing;
  end if;
end $$;

-- The known word nearest to a misspelt one: one edit or one swap of neighbours away, from six letters on two edits;
-- null when there is none.
create function nearest_word(term text) returns text language sql stable parallel safe as $$
  with given as (select length(term) as letters, case when length(term) >= 6 then 2 else 1 end as reach),
  near as (
    select word, uses, levenshtein_less_equal(term, word, reach) as edits, reach from search_words, given
    where search_words.letters between given.letters - reach and given.letters + reach
    union all
    select word, uses, 1, 1 from search_words
    where word in (select overlay(term placing reverse(substr(term, n, 2)) from n for 2)
      from generate_series(1, length(term) - 1) n)
  )
  select word from near where edits <= reach
  order by edits, left(word, 1) <> left(term, 1), uses desc, word limit 1
$$;

/* What a person typed, as a query: every word must occur, or one that begins with it; a word of four letters and more
   that begins no known word is corrected. Words with digits are ids and codes: the neighbour of an id is another
   project, so these are never corrected. Null when nothing was typed that could be searched for. */
create function search_query(given text) returns tsquery language plpgsql stable as $$
declare
  term text;
  stem text;
  part tsquery;
  asked tsquery;
  stops tsquery;
begin
  for term in select distinct word from regexp_split_to_table(fold_text(given), ' ') word where word <> '' limit 8 loop
    if term ~ '^[a-z]{4,60}$' and not exists (
      select from search_words where word >= term collate "C" and word < term || U&'\+10FFFF' collate "C"
    ) then
      term := coalesce(nearest_word(term), term);
    end if;
    -- One letter as the beginning of a word would find everything.
    part := case when length(term) > 1 then term || ':*' else term end::tsquery;
    stem := (ts_lexize('english_stem', term))[1];
    if stem is null then
      stops := case when stops is null then part else stops && part end;
    else
      if length(term) > 1 then
        -- A stem is mostly the beginning of its word and then finds that too: energi, of energy, does not.
        part := case when starts_with(term, stem) then (stem || ':*')::tsquery else part || (stem || ':*')::tsquery end;
      end if;
      asked := case when asked is null then part else asked && part end;
    end if;
  end loop;
  -- "the" and its like count only when there is nothing else.
  return coalesce(asked, stops);
end $$;

select refresh_project_listings(null);
