-- What lists, filters, facets and the search read of a project: one narrow row each, worked out from projects, vintages
-- and labels by refresh_project_listings. Tonnes are not copied here: every reservation would have to write them too.

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

-- Every word of the documents: what a misspelt word is corrected to. Uses are counted at a full refresh.
create table search_words (
  word text collate "C" primary key,
  uses integer not null default 1,
  -- how long it is; null with a digit or a foreign letter in it: such a word corrects nothing
  letters smallint generated always as (case when word ~ '^[a-z]{3,60}$' then length(word) end) stored
);
create index search_words_letters on search_words (letters) include (word, uses) where letters is not null;

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
      | (v.credit_types << 3) | (v.impact_types << 5) | (v.claim_types << 9)
      | (select coalesce(bit_or(1 << (array_position(
          array['CCP', 'CORSIA', 'CCB', 'ARTICLE_6', 'SOCIAL_CARBON'], kind) + 10)), 0)
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
      coalesce(bit_or(1 << (array_position(array['REDUCTION', 'REMOVAL_SHORT', 'REMOVAL_LONG', 'MIXED'],
        impact_type) - 1))
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

-- The known word nearest to a misspelt one: one edit or one swap of neighbours away, from six letters on two edits if the
-- first letter is right ("peatland" means no wetland); null when there is none.
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
  select word from near where edits <= case when left(word, 1) = left(term, 1) then reach else 1 end
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

/* The projects that hold what a person typed. exact: it is the id that was asked for ("VCS 1764", "vcs-1764" and
   "VCS1764" are the same one); rank: by name, id, developer, type, country and registry, 0 unless asked for.
   A function of its own, since it says how many rows to expect: without that the planner takes each search for a narrow
   one and looks up one by one what it should scan. */
create function search_projects(given text, ranked boolean)
returns table (project_id integer, exact boolean, rank real) language plpgsql stable rows 2000 as $$
declare
  asked tsquery := search_query(given);
  key text := replace(fold_text(given), ' ', '');
begin
  return query select s.project_id, s.external_key = key, case when ranked then ts_rank(s.heading, asked) else 0 end
    from project_searches s where s.document @@ asked;
end $$;

-- What the operators' list of projects reads: one narrow row for each project, hidden ones too, which the buyers'
-- listings do not have. Worked out by refresh_managed_listings; tonnes are in project_stock.
create table managed_listings (
  project_id integer primary key references projects on delete cascade,
  registry_id integer not null,
  developer_id integer not null,
  project_type_id integer not null,
  -- bits in the order in which the API declares the categories; what a hidden project would be listed under
  categories smallint not null,
  hidden boolean not null,
  -- has an active vintage
  sellable boolean not null,
  -- has a vintage that was withdrawn: its credits are in project_stock, but not on sale
  withdrawn boolean not null,
  -- of the active vintages
  year_min smallint,
  year_max smallint,
  price_from bigint,
  price_to bigint,
  status text not null,
  countries text[] not null,
  updated_at timestamptz not null,
  -- what columns are sorted by
  name_key text collate "C" not null,
  external_key text collate "C",
  registry_key text collate "C" not null,
  developer_key text collate "C" not null,
  type_key text collate "C" not null,
  country_key text collate "C",
  years_key integer generated always as (year_min * 10000 + year_max) stored,
  -- what the search looks through
  words text not null
);
create index managed_listings_words on managed_listings using gin (words gin_trgm_ops);
create index managed_listings_updated on managed_listings (updated_at, project_id);
-- Also counts the tabs.
create index managed_listings_status on managed_listings (status, project_id)
  include (hidden, categories, registry_id, project_type_id, developer_id);

/* Brings the rows of these projects (null: of all) up to date. To be called together with refresh_project_listings,
   after it: that one locks the projects. */
create function refresh_managed_listings(ids integer[]) returns void language sql as $$
  insert into managed_listings as l (project_id, registry_id, developer_id, project_type_id, categories, hidden, sellable,
      withdrawn, year_min, year_max, price_from, price_to, status, countries, updated_at, name_key, external_key,
      registry_key, developer_key, type_key, country_key, words)
  select p.id, p.registry_id, p.developer_id, p.project_type_id,
      case when v.sellable or (p.status in ('COMING_SOON', 'CONTACT_REQUIRED') and p.financing_from is null
        and p.sponsoring_from is null) then 1 else 0 end
      | case when p.investment_available and p.financing_from is not null then 2 else 0 end
      | case when p.investment_available and p.sponsoring_from is not null then 4 else 0 end,
      p.hidden, v.sellable, v.withdrawn, v.year_min, v.year_max, v.price_from, v.price_to, p.status, p.countries,
      p.updated_at, fold_text(p.name), fold_text(p.external_id), fold_text(r.name), fold_text(d.name), fold_text(t.name),
      (select left(fold_text(string_agg(split_part(c.names, ',', 1), ' ' order by listed.place)), 200)
        from unnest(p.countries) with ordinality listed (code, place) join country_names c on c.code = listed.code),
      -- An id at the registry is found with and without its signs: "VCS 1764", "vcs-1764" and "VCS1764".
      -- A blank before each word: one or two letters are looked for at the beginning of words.
      ' ' || fold_text(concat_ws(' ', p.id, p.name, p.external_id, r.name, d.name, t.name)) || ' '
        || replace(coalesce(fold_text(p.external_id), ''), ' ', '')
  from projects p
    join registries r on r.id = p.registry_id
    join developers d on d.id = p.developer_id
    join project_types t on t.id = p.project_type_id
    cross join lateral (
      select coalesce(bool_or(status = 'ACTIVE'), false) as sellable,
        coalesce(bool_or(status = 'WITHDRAWN'), false) as withdrawn,
        min(year) filter (where status = 'ACTIVE') as year_min, max(year) filter (where status = 'ACTIVE') as year_max,
        min(price_cents) filter (where status = 'ACTIVE') as price_from,
        max(price_cents) filter (where status = 'ACTIVE') as price_to
      from vintages where project_id = p.id
    ) v
  where ids is null or p.id = any(ids)
  on conflict (project_id) do update set
    registry_id = excluded.registry_id, developer_id = excluded.developer_id,
    project_type_id = excluded.project_type_id, categories = excluded.categories, hidden = excluded.hidden,
    sellable = excluded.sellable, withdrawn = excluded.withdrawn, year_min = excluded.year_min,
    year_max = excluded.year_max, price_from = excluded.price_from, price_to = excluded.price_to,
    status = excluded.status, countries = excluded.countries, updated_at = excluded.updated_at,
    name_key = excluded.name_key, external_key = excluded.external_key, registry_key = excluded.registry_key,
    developer_key = excluded.developer_key, type_key = excluded.type_key, country_key = excluded.country_key,
    words = excluded.words
  where l is distinct from excluded
$$;

-- A number that grows with whatever facets count or name, so that a server may give the same answer again without
-- counting anew. It is raised as the last thing of a transaction, so that nobody waits for it longer than a commit takes
-- and nobody who holds it waits for anything else; once, however many rows were written.
create table catalogue_stamp (
  one boolean primary key default true check (one),
  number bigint not null default 0
);
insert into catalogue_stamp default values;

create function stamp_catalogue() returns trigger language plpgsql as $$
begin
  if current_setting('catalogue.stamped_by', true) is distinct from pg_current_xact_id()::text then
    perform set_config('catalogue.stamped_by', pg_current_xact_id()::text, true);
    update catalogue_stamp set number = number + 1;
  end if;
  return null;
end $$;

create constraint trigger stamp_catalogue after insert or update or delete on project_listings
  deferrable initially deferred for each row execute function stamp_catalogue();
-- A project is sold out when the last of its vintages is.
create constraint trigger stamp_catalogue after update of available on vintage_stock
  deferrable initially deferred for each row when ((old.available = 0) <> (new.available = 0))
  execute function stamp_catalogue();
create constraint trigger stamp_catalogue after update of name on developers
  deferrable initially deferred for each row execute function stamp_catalogue();
create constraint trigger stamp_catalogue after update of name on registries
  deferrable initially deferred for each row execute function stamp_catalogue();
create constraint trigger stamp_catalogue after update of name on project_types
  deferrable initially deferred for each row execute function stamp_catalogue();
