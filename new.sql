
\restrict QbeRaffZWlECrNB7UncDLZyctE1mKfa0Jo6TuF0GA4dV86O6vIYG1Q2vJLdZosh

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

CREATE EXTENSION IF NOT EXISTS btree_gist WITH SCHEMA public;

COMMENT ON EXTENSION btree_gist IS 'support for indexing common datatypes in GiST';

CREATE EXTENSION IF NOT EXISTS fuzzystrmatch WITH SCHEMA public;

COMMENT ON EXTENSION fuzzystrmatch IS 'determine similarities and distance between strings';

CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

COMMENT ON EXTENSION pg_trgm IS 'text similarity measurement and index searching based on trigrams';

CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public;

COMMENT ON EXTENSION unaccent IS 'text search dictionary that removes accents';

CREATE FUNCTION public.apply_credit_movements() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  -- In id order, vintages before projects: the one order in which stock is locked.
  perform 1 from vintage_stock where vintage_id in (select vintage_id from added)
    order by vintage_id for update;
  update vintage_stock s set
    issued = s.issued + m.issued, available = s.available + m.available,
    reserved = s.reserved + m.reserved, committed = s.committed + m.committed,
    held = s.held + m.held, retiring = s.retiring + m.retiring, retired = s.retired + m.retired
  from (
    select vintage_id,
      sum(case when from_account = 'OUTSIDE' then quantity when to_account = 'OUTSIDE' then -quantity else 0 end) as issued,
      sum(case 'AVAILABLE' when to_account then quantity when from_account then -quantity else 0 end) as available,
      sum(case 'RESERVED' when to_account then quantity when from_account then -quantity else 0 end) as reserved,
      sum(case 'COMMITTED' when to_account then quantity when from_account then -quantity else 0 end) as committed,
      sum(case 'HELD' when to_account then quantity when from_account then -quantity else 0 end) as held,
      sum(case 'RETIRING' when to_account then quantity when from_account then -quantity else 0 end) as retiring,
      sum(case 'RETIRED' when to_account then quantity when from_account then -quantity else 0 end) as retired
    from added group by vintage_id
  ) m where s.vintage_id = m.vintage_id;
  if exists (select 1 from added where 'AVAILABLE' in (from_account, to_account)) then
    perform 1 from project_stock where project_id in
      (select s.project_id from added a join vintage_stock s using (vintage_id))
      order by project_id for update;
    update project_stock p set issued = p.issued + m.issued, available = p.available + m.available
    from (
      select s.project_id,
        sum(case when a.from_account = 'OUTSIDE' then a.quantity when a.to_account = 'OUTSIDE' then -a.quantity else 0 end) as issued,
        sum(case 'AVAILABLE' when a.to_account then a.quantity when a.from_account then -a.quantity else 0 end) as available
      from added a join vintage_stock s using (vintage_id) group by s.project_id
    ) m where p.project_id = m.project_id;
  end if;
  return null;
end $$;

CREATE FUNCTION public.audit_digest(previous bytea, id bigint, at timestamp with time zone, actor_id integer, actor text, ip text, action text, thing_type text, thing_id text, thing_name text, before jsonb, after jsonb) RETURNS bytea
    LANGUAGE sql STABLE
    AS $$
  select sha256(previous || convert_to(jsonb_build_array(
    id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), actor_id, actor, ip,
    action, thing_type, thing_id, thing_name, before, after)::text, 'UTF8'))
$$;

CREATE FUNCTION public.chain_audit_entry() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  head audit_head;
begin
  update audit_head set position = position + 1 returning * into head;
  head.hash := audit_digest(head.hash, new.id, new.at, new.actor_id, new.actor, new.ip, new.action, new.thing_type,
    new.thing_id, new.thing_name, new.before, new.after);
  update audit_head set hash = head.hash;
  insert into audit_chain (position, entry_id, hash) values (head.position, new.id, head.hash);
  return null;
end $$;

CREATE FUNCTION public.fold_text(given text) RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
  select trim(regexp_replace(lower(unaccent(given)), '[^[:alnum:]]+', ' ', 'g'))
$$;

CREATE FUNCTION public.forget_audit(days integer) RETURNS integer
    LANGUAGE plpgsql
    AS $$
declare
  last bigint;
  forgotten bigint[];
begin
  -- One at a time, in the order in which entries are chained.
  perform from audit_start for update;
  select coalesce(min(c.position), (select position from audit_head)) - 1 into last
    from audit_chain c join audit_entries e on e.id = c.entry_id
    where e.at >= now() - make_interval(days => days);
  if not exists (select from audit_chain where position = last) then
    return 0;
  end if;
  update audit_start set position = last, hash = (select c.hash from audit_chain c where c.position = last);
  perform set_config('tonneline.forget_audit', 'on', true);
  with cut as (delete from audit_chain where position <= last returning entry_id)
  select array_agg(entry_id) into forgotten from cut;
  delete from audit_entries where id = any(forgotten);
  perform set_config('tonneline.forget_audit', 'off', true);
  return cardinality(forgotten);
end $$;

CREATE FUNCTION public.nearest_word(term text) RETURNS text
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$
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

CREATE FUNCTION public.open_project_stock() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into project_stock (project_id) select id from added;
  return null;
end $$;

CREATE FUNCTION public.open_vintage_stock() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into vintage_stock (vintage_id, project_id) select id, project_id from added;
  return null;
end $$;

CREATE FUNCTION public.refresh_managed_listings(ids integer[]) RETURNS void
    LANGUAGE sql
    AS $$
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

CREATE FUNCTION public.refresh_project_listings(ids integer[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
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

CREATE FUNCTION public.refuse_audit_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'DELETE' and current_setting('tonneline.forget_audit', true) = 'on' then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

CREATE FUNCTION public.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

CREATE FUNCTION public.search_projects(given text, ranked boolean) RETURNS TABLE(project_id integer, exact boolean, rank real)
    LANGUAGE plpgsql STABLE ROWS 2000
    AS $$
declare
  asked tsquery := search_query(given);
  key text := replace(fold_text(given), ' ', '');
begin
  return query select s.project_id, s.external_key = key, case when ranked then ts_rank(s.heading, asked) else 0 end
    from project_searches s where s.document @@ asked;
end $$;

CREATE FUNCTION public.search_query(given text) RETURNS tsquery
    LANGUAGE plpgsql STABLE
    AS $_$
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
end $_$;

CREATE FUNCTION public.stamp_catalogue() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if current_setting('catalogue.stamped_by', true) is distinct from pg_current_xact_id()::text then
    perform set_config('catalogue.stamped_by', pg_current_xact_id()::text, true);
    update catalogue_stamp set number = number + 1;
  end if;
  return null;
end $$;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE public.account_tokens (
    token_hash bytea NOT NULL,
    user_id integer NOT NULL,
    purpose text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT account_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['VERIFY'::text, 'RESET'::text])))
);

CREATE UNLOGGED TABLE public.attempts (
    key bytea NOT NULL,
    tries integer NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    next_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.audit_chain (
    "position" bigint NOT NULL,
    entry_id bigint NOT NULL,
    hash bytea NOT NULL
);

CREATE TABLE public.audit_entries (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    actor_id integer,
    actor text,
    ip text,
    action text NOT NULL,
    thing_type text,
    thing_id text,
    thing_name text,
    before jsonb,
    after jsonb,
    words text GENERATED ALWAYS AS (lower(((((((((((COALESCE(actor, ''::text) || ' '::text) || action) || ' '::text) || COALESCE(thing_type, ''::text)) || ' '::text) || COALESCE(thing_id, ''::text)) || ' '::text) || COALESCE(thing_name, ''::text)) || ' '::text) || COALESCE(ip, ''::text)))) STORED NOT NULL
);

ALTER TABLE public.audit_entries ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_entries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.audit_head (
    one boolean DEFAULT true NOT NULL,
    "position" bigint NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT audit_head_one_check CHECK (one)
);

CREATE TABLE public.audit_start (
    one boolean DEFAULT true NOT NULL,
    "position" bigint NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT audit_start_one_check CHECK (one)
);

CREATE TABLE public.auditors (
    id integer NOT NULL,
    name text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT auditors_name_check CHECK (((name = btrim(name)) AND (name <> ''::text)))
);

ALTER TABLE public.auditors ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.auditors_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.cart_items (
    id integer NOT NULL,
    cart_id integer NOT NULL,
    product_type text NOT NULL,
    vintage_id integer,
    report_id integer,
    quantity integer NOT NULL,
    reserved integer DEFAULT 0 NOT NULL,
    reserved_to timestamp with time zone,
    price_cents bigint NOT NULL,
    year smallint,
    claim_type text,
    impact_type text,
    credit_type text,
    purchasable boolean DEFAULT true NOT NULL,
    added_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT cart_items_check CHECK ((((product_type = 'VINTAGE_CREDITS'::text) AND (vintage_id IS NOT NULL) AND (report_id IS NULL) AND (num_nulls(year, claim_type, impact_type, credit_type) = 0)) OR ((product_type = 'DUE_DILIGENCE_REPORT'::text) AND (report_id IS NOT NULL) AND (vintage_id IS NULL) AND (quantity = 1) AND (reserved = 0)))),
    CONSTRAINT cart_items_check1 CHECK (((reserved = 0) OR (reserved = quantity))),
    CONSTRAINT cart_items_check2 CHECK (((reserved = 0) = (reserved_to IS NULL))),
    CONSTRAINT cart_items_product_type_check CHECK ((product_type = ANY (ARRAY['VINTAGE_CREDITS'::text, 'DUE_DILIGENCE_REPORT'::text]))),
    CONSTRAINT cart_items_quantity_check CHECK ((quantity > 0))
);

ALTER TABLE public.cart_items ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.cart_items_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.carts (
    id integer NOT NULL,
    user_id integer NOT NULL,
    holds integer DEFAULT 0 NOT NULL,
    holds_on date,
    version integer DEFAULT 0 NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE public.carts ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.carts_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.catalogue_import_rows (
    import_id integer NOT NULL,
    file text NOT NULL,
    line integer NOT NULL,
    key text NOT NULL,
    name text NOT NULL,
    state text NOT NULL,
    notes jsonb DEFAULT '[]'::jsonb NOT NULL,
    CONSTRAINT catalogue_import_rows_file_check CHECK ((file = ANY (ARRAY['projects'::text, 'vintages'::text]))),
    CONSTRAINT catalogue_import_rows_state_check CHECK ((state = ANY (ARRAY['NEW'::text, 'CHANGED'::text, 'UNCHANGED'::text, 'REFUSED'::text])))
);

CREATE TABLE public.catalogue_imports (
    id integer NOT NULL,
    status text DEFAULT 'DRAFT'::text NOT NULL,
    projects_file_id integer,
    vintages_file_id integer,
    projects_facts jsonb,
    vintages_facts jsonb,
    mapping jsonb DEFAULT '{}'::jsonb NOT NULL,
    progress jsonb,
    asked_by integer,
    begun_at timestamp with time zone,
    checked jsonb,
    checked_at timestamp with time zone,
    imported jsonb,
    imported_at timestamp with time zone,
    imported_by integer,
    failure text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    created_by integer NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT catalogue_imports_check CHECK (((projects_file_id IS NULL) = (projects_facts IS NULL))),
    CONSTRAINT catalogue_imports_check1 CHECK (((vintages_file_id IS NULL) = (vintages_facts IS NULL))),
    CONSTRAINT catalogue_imports_check2 CHECK (((status <> ALL (ARRAY['CHECKED'::text, 'IMPORTING'::text])) OR (checked IS NOT NULL))),
    CONSTRAINT catalogue_imports_check3 CHECK (((status = 'IMPORTED'::text) = ((imported IS NOT NULL) AND (imported_at IS NOT NULL)))),
    CONSTRAINT catalogue_imports_check4 CHECK (((status <> 'FAILED'::text) OR (failure IS NOT NULL))),
    CONSTRAINT catalogue_imports_status_check CHECK ((status = ANY (ARRAY['DRAFT'::text, 'CHECKING'::text, 'CHECKED'::text, 'IMPORTING'::text, 'IMPORTED'::text, 'FAILED'::text])))
);

ALTER TABLE public.catalogue_imports ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.catalogue_imports_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.catalogue_stamp (
    one boolean DEFAULT true NOT NULL,
    number bigint DEFAULT 0 NOT NULL,
    CONSTRAINT catalogue_stamp_one_check CHECK (one)
);

CREATE TABLE public.company_details (
    user_id integer NOT NULL,
    company_name text NOT NULL,
    vat_number text NOT NULL,
    invoice_email text NOT NULL,
    street text NOT NULL,
    postal_code text NOT NULL,
    province text NOT NULL,
    city text NOT NULL,
    country_code text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT company_details_country_code_check CHECK ((country_code ~ '^[A-Z]{2}$'::text))
);

CREATE TABLE public.country_names (
    code text NOT NULL,
    names text NOT NULL,
    CONSTRAINT country_names_code_check CHECK ((code ~ '^[A-Z]{2}$'::text))
);

CREATE TABLE public.credit_movements (
    id bigint NOT NULL,
    vintage_id integer NOT NULL,
    kind text NOT NULL,
    from_account text NOT NULL,
    to_account text NOT NULL,
    quantity integer NOT NULL,
    owner_id integer,
    order_id integer,
    retirement_id integer,
    actor_id integer,
    reason text NOT NULL,
    occurred_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT credit_movements_quantity_check CHECK ((quantity > 0)),
    CONSTRAINT known_movement CHECK (((((((((((((kind = 'ISSUE'::text) AND (from_account = 'OUTSIDE'::text) AND (to_account = 'AVAILABLE'::text)) OR ((kind = 'ADJUST'::text) AND (from_account = 'OUTSIDE'::text) AND (to_account = 'AVAILABLE'::text))) OR ((kind = 'ADJUST'::text) AND (from_account = 'AVAILABLE'::text) AND (to_account = 'OUTSIDE'::text))) OR ((kind = 'RESERVE'::text) AND (from_account = 'AVAILABLE'::text) AND (to_account = 'RESERVED'::text))) OR ((kind = 'RELEASE'::text) AND (from_account = 'RESERVED'::text) AND (to_account = 'AVAILABLE'::text))) OR ((kind = 'COMMIT'::text) AND (from_account = 'RESERVED'::text) AND (to_account = 'COMMITTED'::text))) OR ((kind = 'RETURN'::text) AND (from_account = 'COMMITTED'::text) AND (to_account = 'AVAILABLE'::text))) OR ((kind = 'DELIVER'::text) AND (from_account = 'COMMITTED'::text) AND (to_account = 'HELD'::text))) OR ((kind = 'RETIRE_REQUEST'::text) AND (from_account = 'HELD'::text) AND (to_account = 'RETIRING'::text))) OR ((kind = 'RETIRE'::text) AND (from_account = 'RETIRING'::text) AND (to_account = 'RETIRED'::text))) OR ((kind = 'RETIRE_RETURN'::text) AND (from_account = 'RETIRING'::text) AND (to_account = 'HELD'::text))))
);

ALTER TABLE public.credit_movements ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.credit_movements_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.developers (
    id integer NOT NULL,
    name text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT developers_name_check CHECK (((name = btrim(name)) AND (name <> ''::text)))
);

ALTER TABLE public.developers ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.developers_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.files (
    id integer NOT NULL,
    storage_key text NOT NULL,
    name text NOT NULL,
    media_type text NOT NULL,
    bytes integer NOT NULL,
    sha256 text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT files_bytes_check CHECK ((bytes >= 0))
);

ALTER TABLE public.files ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.files_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.flag_overrides (
    id integer NOT NULL,
    flag_id integer NOT NULL,
    identity text NOT NULL,
    enabled boolean NOT NULL,
    value text,
    CONSTRAINT flag_overrides_identity_check CHECK (((identity <> ''::text) AND (identity = lower(identity)))),
    CONSTRAINT flag_overrides_value_check CHECK ((value <> ''::text))
);

ALTER TABLE public.flag_overrides ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.flag_overrides_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.flags (
    id integer NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    enabled boolean DEFAULT false NOT NULL,
    value text,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT flags_description_check CHECK ((description <> ''::text)),
    CONSTRAINT flags_name_check CHECK ((name ~ '^\w{1,100}$'::text)),
    CONSTRAINT flags_value_check CHECK ((value <> ''::text)),
    CONSTRAINT flags_version_check CHECK ((version > 0))
);

ALTER TABLE public.flags ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.flags_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.holdings (
    user_id integer NOT NULL,
    vintage_id integer NOT NULL,
    purchased integer DEFAULT 0 NOT NULL,
    in_progress integer DEFAULT 0 NOT NULL,
    retired integer DEFAULT 0 NOT NULL,
    credit_type text NOT NULL,
    CONSTRAINT holdings_check CHECK ((purchased >= (in_progress + retired))),
    CONSTRAINT holdings_credit_type_check CHECK ((credit_type = ANY (ARRAY['EX_POST'::text, 'EX_ANTE'::text]))),
    CONSTRAINT holdings_in_progress_check CHECK ((in_progress >= 0)),
    CONSTRAINT holdings_purchased_check CHECK ((purchased >= 0)),
    CONSTRAINT holdings_retired_check CHECK ((retired >= 0))
)
WITH (fillfactor='70');

CREATE TABLE public.idempotency_keys (
    user_id integer NOT NULL,
    endpoint text NOT NULL,
    key text NOT NULL,
    body_sha256 text NOT NULL,
    status integer NOT NULL,
    answer jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.import_mappings (
    kind text NOT NULL,
    heads text NOT NULL,
    sources jsonb NOT NULL,
    CONSTRAINT import_mappings_kind_check CHECK ((kind = ANY (ARRAY['projects'::text, 'vintages'::text])))
);

CREATE TABLE public.invoices (
    id integer NOT NULL,
    order_id integer NOT NULL,
    series text NOT NULL,
    number text NOT NULL,
    issued_on date NOT NULL,
    due_on date,
    content jsonb NOT NULL,
    pdf_file_id integer,
    ubl_file_id integer,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT invoices_check CHECK (((series = 'INVOICE'::text) = (due_on IS NOT NULL))),
    CONSTRAINT invoices_series_check CHECK ((series = ANY (ARRAY['INVOICE'::text, 'CREDIT_NOTE'::text])))
);

ALTER TABLE public.invoices ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.invoices_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.mails (
    id integer NOT NULL,
    recipient text NOT NULL,
    reply_to text,
    subject text NOT NULL,
    text_body text NOT NULL,
    html_body text NOT NULL,
    attachments jsonb DEFAULT '[]'::jsonb NOT NULL,
    permission text NOT NULL,
    token text,
    token_until timestamp with time zone,
    status text DEFAULT 'WAITING'::text NOT NULL,
    attempts smallint DEFAULT 0 NOT NULL,
    next_try_at timestamp with time zone,
    sending_since timestamp with time zone,
    last_error text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    sent_at timestamp with time zone,
    words text GENERATED ALWAYS AS (lower(((((recipient || '
'::text) || subject) || '
'::text) || text_body))) STORED NOT NULL,
    CONSTRAINT mails_check CHECK (((status = 'SENT'::text) = (sent_at IS NOT NULL))),
    CONSTRAINT mails_check1 CHECK (((token IS NULL) OR (token_until IS NOT NULL))),
    CONSTRAINT mails_status_check CHECK ((status = ANY (ARRAY['WAITING'::text, 'SENT'::text, 'FAILED'::text])))
);

ALTER TABLE public.mails ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.mails_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.managed_listings (
    project_id integer NOT NULL,
    registry_id integer NOT NULL,
    developer_id integer NOT NULL,
    project_type_id integer NOT NULL,
    categories smallint NOT NULL,
    hidden boolean NOT NULL,
    sellable boolean NOT NULL,
    withdrawn boolean NOT NULL,
    year_min smallint,
    year_max smallint,
    price_from bigint,
    price_to bigint,
    status text NOT NULL,
    countries text[] NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C",
    external_key text COLLATE pg_catalog."C",
    registry_key text NOT NULL COLLATE pg_catalog."C",
    developer_key text NOT NULL COLLATE pg_catalog."C",
    type_key text NOT NULL COLLATE pg_catalog."C",
    country_key text COLLATE pg_catalog."C",
    years_key integer GENERATED ALWAYS AS (((year_min * 10000) + year_max)) STORED,
    words text NOT NULL
);

CREATE TABLE public.notifications (
    id integer NOT NULL,
    user_id integer NOT NULL,
    code text NOT NULL,
    facts jsonb DEFAULT '{}'::jsonb NOT NULL,
    occured_at timestamp with time zone DEFAULT now() NOT NULL,
    read_at timestamp with time zone
);

ALTER TABLE public.notifications ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.notifications_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.number_series (
    series text NOT NULL,
    year smallint NOT NULL,
    last_number integer NOT NULL,
    CONSTRAINT number_series_last_number_check CHECK ((last_number > 0)),
    CONSTRAINT number_series_series_check CHECK ((series = ANY (ARRAY['INVOICE'::text, 'CREDIT_NOTE'::text])))
);

CREATE TABLE public.order_items (
    id integer NOT NULL,
    order_id integer NOT NULL,
    "position" smallint NOT NULL,
    product_type text NOT NULL,
    vintage_id integer,
    report_id integer,
    project_id integer,
    quantity integer NOT NULL,
    price_cents bigint NOT NULL,
    total_cents bigint NOT NULL,
    product jsonb NOT NULL,
    words text GENERATED ALWAYS AS (lower(COALESCE((product #>> '{project,name}'::text[]), (product ->> 'reportName'::text), ''::text))) STORED NOT NULL,
    CONSTRAINT order_items_check CHECK ((total_cents = (price_cents * quantity))),
    CONSTRAINT order_items_check1 CHECK (((product_type = 'VINTAGE_CREDITS'::text) = ((vintage_id IS NOT NULL) AND (report_id IS NULL) AND (project_id IS NOT NULL)))),
    CONSTRAINT order_items_check2 CHECK (((product_type = 'DUE_DILIGENCE_REPORT'::text) = ((report_id IS NOT NULL) AND (vintage_id IS NULL)))),
    CONSTRAINT order_items_price_cents_check CHECK ((price_cents > 0)),
    CONSTRAINT order_items_product_type_check CHECK ((product_type = ANY (ARRAY['VINTAGE_CREDITS'::text, 'DUE_DILIGENCE_REPORT'::text]))),
    CONSTRAINT order_items_quantity_check CHECK ((quantity > 0))
);

ALTER TABLE public.order_items ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.order_items_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.order_transitions (
    id integer NOT NULL,
    order_id integer NOT NULL,
    from_status text,
    to_status text NOT NULL,
    actor_id integer,
    reason text,
    occurred_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE public.order_transitions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.order_transitions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.orders (
    id integer NOT NULL,
    user_id integer NOT NULL,
    status text DEFAULT 'AWAITING_APPROVAL'::text NOT NULL,
    company_name text NOT NULL,
    vat_number text NOT NULL,
    invoice_email text NOT NULL,
    street text NOT NULL,
    postal_code text NOT NULL,
    province text NOT NULL,
    city text NOT NULL,
    country_code text NOT NULL,
    total_credits bigint NOT NULL,
    net_cents bigint NOT NULL,
    vat_percent numeric(5,2) NOT NULL,
    vat_cents bigint NOT NULL,
    gross_cents bigint NOT NULL,
    vat_category text NOT NULL,
    vat_check_result text,
    vat_check_on date,
    vat_check_evidence text,
    currency text DEFAULT 'EUR'::text NOT NULL,
    payment_reference text NOT NULL,
    sales_terms_file_id integer,
    invoice_number text,
    invoice_file_id integer,
    credit_note_number text,
    credit_note_file_id integer,
    approved_at timestamp with time zone,
    due_on date,
    paid_at timestamp with time zone,
    rejection_reason text,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    words text GENERATED ALWAYS AS (lower((((((((id)::text || '
'::text) || company_name) || '
'::text) || COALESCE(invoice_number, ''::text)) || '
'::text) || payment_reference))) STORED NOT NULL,
    CONSTRAINT orders_check CHECK ((gross_cents = (net_cents + vat_cents))),
    CONSTRAINT orders_check1 CHECK (((status = 'PAID'::text) = (paid_at IS NOT NULL))),
    CONSTRAINT orders_check2 CHECK (((status = 'REJECTED'::text) = (rejection_reason IS NOT NULL))),
    CONSTRAINT orders_check3 CHECK (((status <> ALL (ARRAY['AWAITING_PAYMENT'::text, 'PAID'::text])) OR (invoice_number IS NOT NULL))),
    CONSTRAINT orders_check4 CHECK (((vat_category = 'S'::text) OR (vat_cents = 0))),
    CONSTRAINT orders_check5 CHECK (((vat_check_result IS NULL) = (vat_check_on IS NULL))),
    CONSTRAINT orders_check6 CHECK (((vat_check_evidence IS NULL) OR (vat_check_result IS NOT NULL))),
    CONSTRAINT orders_country_code_check CHECK ((country_code ~ '^[A-Z]{2}$'::text)),
    CONSTRAINT orders_currency_check CHECK ((currency = 'EUR'::text)),
    CONSTRAINT orders_net_cents_check CHECK ((net_cents >= 0)),
    CONSTRAINT orders_status_check CHECK ((status = ANY (ARRAY['AWAITING_APPROVAL'::text, 'AWAITING_PAYMENT'::text, 'PAID'::text, 'REJECTED'::text]))),
    CONSTRAINT orders_total_credits_check CHECK ((total_credits >= 0)),
    CONSTRAINT orders_vat_category_check CHECK ((vat_category = ANY (ARRAY['S'::text, 'AE'::text, 'O'::text]))),
    CONSTRAINT orders_vat_cents_check CHECK ((vat_cents >= 0)),
    CONSTRAINT orders_vat_check_result_check CHECK ((vat_check_result = ANY (ARRAY['VALID'::text, 'INVALID'::text, 'NOT_CHECKED'::text])))
);

ALTER TABLE public.orders ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.orders_id_seq
    START WITH 10001
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.partners (
    id integer NOT NULL,
    name text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT partners_name_check CHECK (((name = btrim(name)) AND (name <> ''::text)))
);

ALTER TABLE public.partners ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.partners_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.passkeys (
    id integer NOT NULL,
    user_id integer NOT NULL,
    name text NOT NULL,
    credential_id text NOT NULL,
    public_key bytea NOT NULL,
    transports text[] NOT NULL,
    counter bigint NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    last_used_at timestamp with time zone,
    last_challenge_at timestamp with time zone
);

ALTER TABLE public.passkeys ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.passkeys_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.project_changes (
    id integer NOT NULL,
    project_id integer NOT NULL,
    change text NOT NULL,
    changed_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE public.project_changes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.project_changes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.project_documents (
    id integer NOT NULL,
    project_id integer NOT NULL,
    "position" smallint NOT NULL,
    name text NOT NULL,
    url text,
    file_id integer,
    CONSTRAINT project_documents_check CHECK ((num_nonnulls(url, file_id) = 1))
);

ALTER TABLE public.project_documents ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.project_documents_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.project_images (
    id integer NOT NULL,
    project_id integer NOT NULL,
    "position" smallint NOT NULL,
    alt text DEFAULT ''::text NOT NULL,
    file_name text DEFAULT ''::text NOT NULL,
    key uuid DEFAULT gen_random_uuid() NOT NULL,
    status text DEFAULT 'PENDING'::text NOT NULL,
    upload_file_id integer,
    original_file_id integer,
    small_file_id integer,
    medium_file_id integer,
    large_file_id integer,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT project_images_check CHECK (((status = 'PENDING'::text) = (upload_file_id IS NOT NULL))),
    CONSTRAINT project_images_check1 CHECK (((status <> 'READY'::text) OR (num_nulls(original_file_id, small_file_id, medium_file_id, large_file_id) = 0))),
    CONSTRAINT project_images_status_check CHECK ((status = ANY (ARRAY['PENDING'::text, 'READY'::text, 'FAILED'::text])))
);

ALTER TABLE public.project_images ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.project_images_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.project_imports (
    project_id integer NOT NULL,
    facts jsonb NOT NULL
);

CREATE TABLE public.project_labels (
    project_id integer NOT NULL,
    kind text NOT NULL,
    detail text DEFAULT ''::text NOT NULL,
    source text NOT NULL,
    as_of date NOT NULL,
    CONSTRAINT project_labels_kind_check CHECK ((kind = ANY (ARRAY['CCP'::text, 'CORSIA'::text, 'CCB'::text, 'ARTICLE_6'::text, 'SOCIAL_CARBON'::text])))
);

CREATE TABLE public.project_listings (
    project_id integer NOT NULL,
    registry_id integer NOT NULL,
    developer_id integer NOT NULL,
    project_type_id integer NOT NULL,
    sdgs integer NOT NULL,
    traits integer NOT NULL,
    state smallint NOT NULL,
    sellable boolean NOT NULL,
    withdrawn boolean NOT NULL,
    year_min smallint,
    year_max smallint,
    price_from bigint,
    price_to bigint,
    financing_price bigint,
    place text NOT NULL COLLATE pg_catalog."C",
    continent text,
    countries text[] NOT NULL,
    years smallint[] NOT NULL,
    name_key text NOT NULL COLLATE pg_catalog."C"
);

CREATE TABLE public.project_searches (
    project_id integer NOT NULL,
    external_key text NOT NULL,
    document tsvector NOT NULL,
    heading tsvector NOT NULL
);

CREATE TABLE public.project_stock (
    project_id integer NOT NULL,
    issued bigint DEFAULT 0 NOT NULL,
    available bigint DEFAULT 0 NOT NULL,
    CONSTRAINT project_stock_available_check CHECK ((available >= 0)),
    CONSTRAINT project_stock_issued_check CHECK ((issued >= 0))
)
WITH (fillfactor='60');

CREATE TABLE public.project_types (
    id integer NOT NULL,
    name text NOT NULL,
    scope text DEFAULT 'Other'::text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT project_types_name_check CHECK (((name = btrim(name)) AND (name <> ''::text)))
);

ALTER TABLE public.project_types ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.project_types_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.projects (
    id integer NOT NULL,
    external_id text,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    registry_id integer NOT NULL,
    registry_url text,
    registry_status text,
    developer_id integer NOT NULL,
    auditor_id integer,
    project_type_id integer NOT NULL,
    methodology text DEFAULT ''::text NOT NULL,
    countries text[] DEFAULT '{}'::text[] NOT NULL,
    continent text,
    sdgs smallint[] DEFAULT '{}'::smallint[] NOT NULL,
    status text DEFAULT 'AVAILABLE'::text NOT NULL,
    hidden boolean DEFAULT false NOT NULL,
    investment_available boolean DEFAULT false NOT NULL,
    financing_expected_credits integer,
    financing_from date,
    financing_to date,
    financing_price_cents bigint,
    financing_crediting_period smallint[],
    financing_methodology text,
    sponsoring_expected_impact text,
    sponsoring_from date,
    sponsoring_to date,
    embed_url text,
    youtube_video_ids text[] DEFAULT '{}'::text[] NOT NULL,
    demonstration boolean DEFAULT false NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT projects_check CHECK ((financing_to >= financing_from)),
    CONSTRAINT projects_check1 CHECK ((sponsoring_to >= sponsoring_from)),
    CONSTRAINT projects_check2 CHECK ((num_nulls(financing_expected_credits, financing_from, financing_to, financing_price_cents, financing_crediting_period, financing_methodology) = ANY (ARRAY[0, 6]))),
    CONSTRAINT projects_check3 CHECK ((num_nulls(sponsoring_expected_impact, sponsoring_from, sponsoring_to) = ANY (ARRAY[0, 3]))),
    CONSTRAINT projects_financing_expected_credits_check CHECK ((financing_expected_credits >= 0)),
    CONSTRAINT projects_financing_price_cents_check CHECK ((financing_price_cents >= 0)),
    CONSTRAINT projects_name_check CHECK (((name = btrim(name)) AND (name <> ''::text))),
    CONSTRAINT projects_status_check CHECK ((status = ANY (ARRAY['AVAILABLE'::text, 'TEMPORARILY_UNAVAILABLE'::text, 'SOLD_OUT'::text, 'CONTACT_REQUIRED'::text, 'COMING_SOON'::text])))
);

ALTER TABLE public.projects ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.projects_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.recovery_codes (
    user_id integer NOT NULL,
    code_hash bytea NOT NULL,
    used_at timestamp with time zone
);

CREATE TABLE public.registries (
    id integer NOT NULL,
    code text,
    name text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT registries_name_check CHECK (((name = btrim(name)) AND (name <> ''::text)))
);

ALTER TABLE public.registries ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.registries_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.report_projects (
    report_id integer NOT NULL,
    project_id integer NOT NULL
);

CREATE TABLE public.reports (
    id integer NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    price_cents bigint NOT NULL,
    pages smallint,
    published_at date DEFAULT CURRENT_DATE NOT NULL,
    hidden boolean DEFAULT false NOT NULL,
    file_id integer,
    version integer DEFAULT 1 NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    words text GENERATED ALWAYS AS (lower(((name || '
'::text) || description))) STORED NOT NULL,
    CONSTRAINT reports_name_check CHECK (((name = btrim(name)) AND (name <> ''::text))),
    CONSTRAINT reports_price_cents_check CHECK (((price_cents >= 1) AND (price_cents <= 100000000)))
);

ALTER TABLE public.reports ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.reports_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.retirements (
    id integer NOT NULL,
    user_id integer NOT NULL,
    vintage_id integer NOT NULL,
    project_id integer NOT NULL,
    quantity integer NOT NULL,
    status text DEFAULT 'RETIREMENT_IN_PROGRESS'::text NOT NULL,
    beneficiary_name text NOT NULL,
    purpose text NOT NULL,
    message text,
    period_from date,
    period_to date,
    unnamed boolean DEFAULT false NOT NULL,
    product jsonb NOT NULL,
    registry_id integer NOT NULL,
    serial_number_from text,
    serial_number_to text,
    serial_block text,
    serial_range int8range,
    registry_url text,
    retired_at timestamp with time zone,
    decline_reason text,
    certificate_number text,
    certificate_file_id integer,
    certificate_sha256 text,
    requested_at timestamp with time zone DEFAULT now() NOT NULL,
    decided_at timestamp with time zone,
    decided_by integer,
    version integer DEFAULT 1 NOT NULL,
    words text GENERATED ALWAYS AS (lower((((((((((id)::text || '
'::text) || beneficiary_name) || '
'::text) || COALESCE((product ->> 'projectName'::text), ''::text)) || '
'::text) || COALESCE((product ->> 'externalId'::text), ''::text)) || '
'::text) || COALESCE(serial_number_from, ''::text)))) STORED NOT NULL,
    CONSTRAINT retirements_check CHECK ((period_to >= period_from)),
    CONSTRAINT retirements_check1 CHECK (((status = 'RETIRED'::text) = (num_nulls(serial_number_from, serial_number_to, registry_url, retired_at, certificate_number) = 0))),
    CONSTRAINT retirements_check2 CHECK (((status = 'DECLINED'::text) = (decline_reason IS NOT NULL))),
    CONSTRAINT retirements_check3 CHECK (((status = 'RETIREMENT_IN_PROGRESS'::text) = (decided_at IS NULL))),
    CONSTRAINT retirements_purpose_check CHECK ((purpose = ANY (ARRAY['OWN_EMISSIONS'::text, 'ON_BEHALF'::text, 'CONTRIBUTION'::text, 'CORPORATE_INVENTORY'::text, 'PRODUCT_OR_EVENT'::text, 'REGULATORY'::text, 'OTHER'::text]))),
    CONSTRAINT retirements_quantity_check CHECK ((quantity > 0)),
    CONSTRAINT retirements_status_check CHECK ((status = ANY (ARRAY['RETIREMENT_IN_PROGRESS'::text, 'RETIRED'::text, 'DECLINED'::text])))
);

ALTER TABLE public.retirements ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.retirements_id_seq
    START WITH 5001
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.roles (
    id integer NOT NULL,
    name text NOT NULL,
    permissions text[] DEFAULT '{}'::text[] NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT roles_name_check CHECK (((name = btrim(name)) AND (name <> ''::text)))
);

ALTER TABLE public.roles ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.roles_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.search_words (
    word text NOT NULL COLLATE pg_catalog."C",
    uses integer DEFAULT 1 NOT NULL,
    letters smallint GENERATED ALWAYS AS (
CASE
    WHEN (word ~ '^[a-z]{3,60}$'::text) THEN length(word)
    ELSE NULL::integer
END) STORED
);

CREATE TABLE public.second_factors (
    user_id integer NOT NULL,
    secret bytea NOT NULL,
    begun_at timestamp with time zone DEFAULT now() NOT NULL,
    confirmed_at timestamp with time zone,
    last_step bigint DEFAULT 0 NOT NULL
);

CREATE TABLE public.sessions (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    user_id integer NOT NULL,
    generation integer DEFAULT 1 NOT NULL,
    rotated_at timestamp with time zone DEFAULT now() NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    ended_reason text,
    browser text,
    address text,
    CONSTRAINT sessions_check CHECK (((ended_at IS NULL) = (ended_reason IS NULL)))
);

CREATE TABLE public.settings (
    section text NOT NULL,
    value jsonb NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_by integer
);

CREATE TABLE public.settings_files (
    name text NOT NULL,
    file_id integer NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT settings_files_name_check CHECK ((name = ANY (ARRAY['privacy'::text, 'terms'::text, 'salesTerms'::text, 'logo'::text])))
);

CREATE TABLE public.support_requests (
    id integer NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    email text NOT NULL,
    topic text NOT NULL,
    message text NOT NULL,
    user_id integer,
    project_id integer,
    order_id integer,
    status text DEFAULT 'OPEN'::text NOT NULL,
    note text,
    done_by integer,
    done_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    words text GENERATED ALWAYS AS (lower((((((((((((id)::text || '
'::text) || first_name) || ' '::text) || last_name) || '
'::text) || email) || '
'::text) || topic) || '
'::text) || message))) STORED NOT NULL,
    CONSTRAINT support_requests_check CHECK (((status = 'DONE'::text) = (done_at IS NOT NULL))),
    CONSTRAINT support_requests_check1 CHECK (((done_at IS NULL) = (done_by IS NULL))),
    CONSTRAINT support_requests_status_check CHECK ((status = ANY (ARRAY['OPEN'::text, 'DONE'::text])))
);

ALTER TABLE public.support_requests ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.support_requests_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.users (
    id integer NOT NULL,
    username text NOT NULL,
    password_hash text NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    phone text,
    avatar_file_id integer,
    role_id integer NOT NULL,
    blocked boolean DEFAULT false NOT NULL,
    blocked_reason text,
    verified_at timestamp with time zone,
    registered_at timestamp with time zone DEFAULT now() NOT NULL,
    last_login_at timestamp with time zone,
    last_purchase_at timestamp with time zone,
    total_purchased_volume bigint DEFAULT 0 NOT NULL,
    referal_partner_id integer,
    referal_external_id text,
    demonstration boolean DEFAULT false NOT NULL,
    erased_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    words text GENERATED ALWAYS AS (lower(((((((((username || ' '::text) || first_name) || ' '::text) || last_name) || ' '::text) || COALESCE(phone, ''::text)) || ' '::text) || COALESCE(referal_external_id, ''::text)))) STORED NOT NULL,
    CONSTRAINT users_total_purchased_volume_check CHECK ((total_purchased_volume >= 0)),
    CONSTRAINT users_username_check CHECK ((username = lower(username)))
);

ALTER TABLE public.users ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.users_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.vat_rates (
    country_code text NOT NULL,
    valid_from date NOT NULL,
    percent numeric(5,2) NOT NULL,
    CONSTRAINT vat_rates_country_code_check CHECK ((country_code ~ '^[A-Z]{2}$'::text)),
    CONSTRAINT vat_rates_percent_check CHECK (((percent >= (0)::numeric) AND (percent <= (100)::numeric)))
);

CREATE TABLE public.vintage_stock (
    vintage_id integer NOT NULL,
    project_id integer NOT NULL,
    issued integer DEFAULT 0 NOT NULL,
    available integer DEFAULT 0 NOT NULL,
    reserved integer DEFAULT 0 NOT NULL,
    committed integer DEFAULT 0 NOT NULL,
    held integer DEFAULT 0 NOT NULL,
    retiring integer DEFAULT 0 NOT NULL,
    retired integer DEFAULT 0 NOT NULL,
    CONSTRAINT vintage_stock_available_check CHECK ((available >= 0)),
    CONSTRAINT vintage_stock_check CHECK ((issued = (((((available + reserved) + committed) + held) + retiring) + retired))),
    CONSTRAINT vintage_stock_committed_check CHECK ((committed >= 0)),
    CONSTRAINT vintage_stock_held_check CHECK ((held >= 0)),
    CONSTRAINT vintage_stock_reserved_check CHECK ((reserved >= 0)),
    CONSTRAINT vintage_stock_retired_check CHECK ((retired >= 0)),
    CONSTRAINT vintage_stock_retiring_check CHECK ((retiring >= 0))
)
WITH (fillfactor='60');

CREATE TABLE public.vintages (
    id integer NOT NULL,
    project_id integer NOT NULL,
    year smallint NOT NULL,
    period_start date,
    period_end date,
    impact_type text NOT NULL,
    claim_type text NOT NULL,
    credit_type text NOT NULL,
    status text DEFAULT 'ACTIVE'::text NOT NULL,
    methodology text DEFAULT ''::text NOT NULL,
    price_cents bigint,
    currency text DEFAULT 'EUR'::text NOT NULL,
    registry_issued integer,
    registry_retired integer,
    registry_remaining integer,
    imported_year smallint,
    version integer DEFAULT 1 NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT vintages_check CHECK ((period_end >= period_start)),
    CONSTRAINT vintages_claim_type_check CHECK ((claim_type = ANY (ARRAY['CONTRIBUTION'::text, 'COMPENSATION'::text]))),
    CONSTRAINT vintages_credit_type_check CHECK ((credit_type = ANY (ARRAY['EX_POST'::text, 'EX_ANTE'::text]))),
    CONSTRAINT vintages_currency_check CHECK ((currency = 'EUR'::text)),
    CONSTRAINT vintages_impact_type_check CHECK ((impact_type = ANY (ARRAY['REDUCTION'::text, 'REMOVAL_SHORT'::text, 'REMOVAL_LONG'::text, 'MIXED'::text]))),
    CONSTRAINT vintages_price_cents_check CHECK (((price_cents >= 1) AND (price_cents <= 100000000))),
    CONSTRAINT vintages_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'WITHDRAWN'::text]))),
    CONSTRAINT vintages_year_check CHECK (((year >= 1990) AND (year <= 2100)))
);

ALTER TABLE public.vintages ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.vintages_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

COPY public.account_tokens (token_hash, user_id, purpose, created_at, expires_at, used_at) FROM stdin;
\.

COPY public.attempts (key, tries, ends_at, next_at) FROM stdin;
\.

COPY public.audit_chain ("position", entry_id, hash) FROM stdin;
\.

COPY public.audit_entries (id, at, actor_id, actor, ip, action, thing_type, thing_id, thing_name, before, after) FROM stdin;
\.

COPY public.audit_head (one, "position", hash) FROM stdin;
t	0	\\xed21b64cbb4bd7d6eaa03b0c7382486db75f4166f093d8449276177294d22b1f
\.

COPY public.audit_start (one, "position", hash) FROM stdin;
t	0	\\xed21b64cbb4bd7d6eaa03b0c7382486db75f4166f093d8449276177294d22b1f
\.

COPY public.auditors (id, name, version) FROM stdin;
\.

COPY public.cart_items (id, cart_id, product_type, vintage_id, report_id, quantity, reserved, reserved_to, price_cents, year, claim_type, impact_type, credit_type, purchasable, added_at) FROM stdin;
\.

COPY public.carts (id, user_id, holds, holds_on, version, updated_at) FROM stdin;
\.

COPY public.catalogue_import_rows (import_id, file, line, key, name, state, notes) FROM stdin;
\.

COPY public.catalogue_imports (id, status, projects_file_id, vintages_file_id, projects_facts, vintages_facts, mapping, progress, asked_by, begun_at, checked, checked_at, imported, imported_at, imported_by, failure, created_at, created_by, version) FROM stdin;
\.

COPY public.catalogue_stamp (one, number) FROM stdin;
t	0
\.

COPY public.company_details (user_id, company_name, vat_number, invoice_email, street, postal_code, province, city, country_code, version, updated_at) FROM stdin;
\.

COPY public.country_names (code, names) FROM stdin;
AD	Andorra
AE	UAE, United Arab Emirates, Emirates
AF	Afghanistan
AG	Antigua and Barbuda
AI	Anguilla
AL	Albania
AM	Armenia
AO	Angola
AQ	Antarctica
AR	Argentina
AS	American Samoa
AT	Austria
AU	Australia
AW	Aruba
AX	Aland Islands, Åland Islands, Åland
AZ	Azerbaijan
BA	Bosnia and Herzegovina
BB	Barbados
BD	Bangladesh
BE	Belgium
BF	Burkina Faso
BG	Bulgaria
BH	Bahrain
BI	Burundi
BJ	Benin
BL	Saint Barthélemy
BM	Bermuda
BN	Brunei, Brunei Darussalam
BO	Bolivia, Plurinational State of Bolivia
BQ	Bonaire, Sint Eustatius and Saba
BR	Brazil
BS	Bahamas
BT	Bhutan
BV	Bouvet Island
BW	Botswana
BY	Belarus
BZ	Belize
CA	Canada
CC	Cocos (Keeling) Islands
CD	Congo (DR), Democratic Republic of the Congo, DRC
CF	Central African Republic
CG	Congo, Republic of the Congo
CH	Switzerland
CI	Côte d'Ivoire, Cote d'Ivoire, Ivory Coast
CK	Cook Islands
CL	Chile
CM	Cameroon
CN	China, People's Republic of China
CO	Colombia
CR	Costa Rica
CU	Cuba
CV	Cabo Verde, Cape Verde
CW	Curaçao
CX	Christmas Island
CY	Cyprus
CZ	Czechia, Czech Republic
DE	Germany
DJ	Djibouti
DK	Denmark
DM	Dominica
DO	Dominican Republic
DZ	Algeria
EC	Ecuador
EE	Estonia
EG	Egypt
EH	Western Sahara
ER	Eritrea
ES	Spain
ET	Ethiopia
FI	Finland
FJ	Fiji
FK	Falkland Islands (Malvinas)
FM	Micronesia, Federated States of Micronesia
FO	Faroe Islands
FR	France
GA	Gabon
GB	United Kingdom, UK, Great Britain, England
GD	Grenada
GE	Georgia
GF	French Guiana
GG	Guernsey
GH	Ghana
GI	Gibraltar
GL	Greenland
GM	The Gambia, Republic of The Gambia, Gambia
GN	Guinea
GP	Guadeloupe
GQ	Equatorial Guinea
GR	Greece
GS	South Georgia and the South Sandwich Islands
GT	Guatemala
GU	Guam
GW	Guinea-Bissau
GY	Guyana
HK	Hong Kong
HM	Heard Island and McDonald Islands
HN	Honduras
HR	Croatia
HT	Haiti
HU	Hungary
ID	Indonesia
IE	Ireland
IL	Israel
IM	Isle of Man
IN	India
IO	British Indian Ocean Territory
IQ	Iraq
IR	Iran, Islamic Republic of Iran
IS	Iceland
IT	Italy
JE	Jersey
JM	Jamaica
JO	Jordan
JP	Japan
KE	Kenya
KG	Kyrgyzstan
KH	Cambodia
KI	Kiribati
KM	Comoros
KN	Saint Kitts and Nevis
KP	North Korea
KR	South Korea, Republic of Korea
KW	Kuwait
KY	Cayman Islands
KZ	Kazakhstan
LA	Laos, Lao People's Democratic Republic, Lao PDR
LB	Lebanon
LC	Saint Lucia
LI	Liechtenstein
LK	Sri Lanka
LR	Liberia
LS	Lesotho
LT	Lithuania
LU	Luxembourg
LV	Latvia
LY	Libya
MA	Morocco
MC	Monaco
MD	Moldova
ME	Montenegro
MF	Saint Martin (French part)
MG	Madagascar
MH	Marshall Islands
MK	North Macedonia, The Republic of North Macedonia, Macedonia
ML	Mali
MM	Myanmar, Burma
MN	Mongolia
MO	Macao
MP	Northern Mariana Islands
MQ	Martinique
MR	Mauritania
MS	Montserrat
MT	Malta
MU	Mauritius
MV	Maldives
MW	Malawi
MX	Mexico
MY	Malaysia
MZ	Mozambique
NA	Namibia
NC	New Caledonia
NE	Niger
NF	Norfolk Island
NG	Nigeria
NI	Nicaragua
NL	The Netherlands, Netherlands, Netherlands (Kingdom of the), Holland
NO	Norway
NP	Nepal
NR	Nauru
NU	Niue
NZ	New Zealand
OM	Oman
PA	Panama
PE	Peru
PF	French Polynesia
PG	Papua New Guinea
PH	Philippines
PK	Pakistan
PL	Poland
PM	Saint Pierre and Miquelon
PN	Pitcairn Islands, Pitcairn
PR	Puerto Rico
PS	Palestine, State of Palestine
PT	Portugal
PW	Palau
PY	Paraguay
QA	Qatar
RE	Reunion
RO	Romania
RS	Serbia
RU	Russia, Russian Federation
RW	Rwanda
SA	Saudi Arabia
SB	Solomon Islands
SC	Seychelles
SD	Sudan
SE	Sweden
SG	Singapore
SH	Saint Helena
SI	Slovenia
SJ	Svalbard and Jan Mayen
SK	Slovakia
SL	Sierra Leone
SM	San Marino
SN	Senegal
SO	Somalia
SR	Suriname
SS	South Sudan
ST	Sao Tome and Principe
SV	El Salvador
SX	Sint Maarten (Dutch part)
SY	Syria, Syrian Arab Republic
SZ	Eswatini, Swaziland
TC	Turks and Caicos Islands
TD	Chad
TF	French Southern Territories
TG	Togo
TH	Thailand
TJ	Tajikistan
TK	Tokelau
TL	Timor-Leste, East Timor
TM	Turkmenistan
TN	Tunisia
TO	Tonga
TR	Türkiye, Turkey
TT	Trinidad and Tobago
TV	Tuvalu
TW	Taiwan
TZ	Tanzania, United Republic of Tanzania
UA	Ukraine
UG	Uganda
UM	United States Minor Outlying Islands
US	United States, United States of America, USA, U.S.
UY	Uruguay
UZ	Uzbekistan
VA	Holy See (Vatican City State), Vatican
VC	Saint Vincent and the Grenadines
VE	Venezuela, Bolivarian Republic
VG	Virgin Islands, British
VI	Virgin Islands, U.S.
VN	Viet Nam, Vietnam
VU	Vanuatu
WF	Wallis and Futuna
WS	Samoa
XK	Kosovo
YE	Yemen
YT	Mayotte
ZA	South Africa
ZM	Zambia
ZW	Zimbabwe
\.

COPY public.credit_movements (id, vintage_id, kind, from_account, to_account, quantity, owner_id, order_id, retirement_id, actor_id, reason, occurred_at) FROM stdin;
\.

COPY public.developers (id, name, version) FROM stdin;
\.

COPY public.files (id, storage_key, name, media_type, bytes, sha256, created_at) FROM stdin;
\.

COPY public.flag_overrides (id, flag_id, identity, enabled, value) FROM stdin;
\.

COPY public.flags (id, name, description, enabled, value, updated_at, version) FROM stdin;
1	new_cart_api	The new cart, in which buyers can also order due-diligence reports. Off: the legacy cart.	f	\N	2026-11-22 06:47:07.033938+00	1
\.

COPY public.holdings (user_id, vintage_id, purchased, in_progress, retired, credit_type) FROM stdin;
\.

COPY public.idempotency_keys (user_id, endpoint, key, body_sha256, status, answer, created_at) FROM stdin;
\.

COPY public.import_mappings (kind, heads, sources) FROM stdin;
\.

COPY public.invoices (id, order_id, series, number, issued_on, due_on, content, pdf_file_id, ubl_file_id, created_at) FROM stdin;
\.

COPY public.mails (id, recipient, reply_to, subject, text_body, html_body, attachments, permission, token, token_until, status, attempts, next_try_at, sending_since, last_error, created_at, sent_at) FROM stdin;
\.

COPY public.managed_listings (project_id, registry_id, developer_id, project_type_id, categories, hidden, sellable, withdrawn, year_min, year_max, price_from, price_to, status, countries, updated_at, name_key, external_key, registry_key, developer_key, type_key, country_key, words) FROM stdin;
\.

COPY public.notifications (id, user_id, code, facts, occured_at, read_at) FROM stdin;
\.

COPY public.number_series (series, year, last_number) FROM stdin;
\.

COPY public.order_items (id, order_id, "position", product_type, vintage_id, report_id, project_id, quantity, price_cents, total_cents, product) FROM stdin;
\.

COPY public.order_transitions (id, order_id, from_status, to_status, actor_id, reason, occurred_at) FROM stdin;
\.

COPY public.orders (id, user_id, status, company_name, vat_number, invoice_email, street, postal_code, province, city, country_code, total_credits, net_cents, vat_percent, vat_cents, gross_cents, vat_category, vat_check_result, vat_check_on, vat_check_evidence, currency, payment_reference, sales_terms_file_id, invoice_number, invoice_file_id, credit_note_number, credit_note_file_id, approved_at, due_on, paid_at, rejection_reason, version, created_at, updated_at) FROM stdin;
\.

COPY public.partners (id, name, version, created_at) FROM stdin;
\.

COPY public.passkeys (id, user_id, name, credential_id, public_key, transports, counter, created_at, last_used_at, last_challenge_at) FROM stdin;
\.

COPY public.project_changes (id, project_id, change, changed_at) FROM stdin;
\.

COPY public.project_documents (id, project_id, "position", name, url, file_id) FROM stdin;
\.

COPY public.project_images (id, project_id, "position", alt, file_name, key, status, upload_file_id, original_file_id, small_file_id, medium_file_id, large_file_id, created_at) FROM stdin;
\.

COPY public.project_imports (project_id, facts) FROM stdin;
\.

COPY public.project_labels (project_id, kind, detail, source, as_of) FROM stdin;
\.

COPY public.project_listings (project_id, registry_id, developer_id, project_type_id, sdgs, traits, state, sellable, withdrawn, year_min, year_max, price_from, price_to, financing_price, place, continent, countries, years, name_key) FROM stdin;
\.

COPY public.project_searches (project_id, external_key, document, heading) FROM stdin;
\.

COPY public.project_stock (project_id, issued, available) FROM stdin;
\.

COPY public.project_types (id, name, scope, version) FROM stdin;
\.

COPY public.projects (id, external_id, name, description, registry_id, registry_url, registry_status, developer_id, auditor_id, project_type_id, methodology, countries, continent, sdgs, status, hidden, investment_available, financing_expected_credits, financing_from, financing_to, financing_price_cents, financing_crediting_period, financing_methodology, sponsoring_expected_impact, sponsoring_from, sponsoring_to, embed_url, youtube_video_ids, demonstration, version, created_at, updated_at) FROM stdin;
\.

COPY public.recovery_codes (user_id, code_hash, used_at) FROM stdin;
\.

COPY public.registries (id, code, name, version) FROM stdin;
\.

COPY public.report_projects (report_id, project_id) FROM stdin;
\.

COPY public.reports (id, name, description, price_cents, pages, published_at, hidden, file_id, version, updated_at) FROM stdin;
\.

COPY public.retirements (id, user_id, vintage_id, project_id, quantity, status, beneficiary_name, purpose, message, period_from, period_to, unnamed, product, registry_id, serial_number_from, serial_number_to, serial_block, serial_range, registry_url, retired_at, decline_reason, certificate_number, certificate_file_id, certificate_sha256, requested_at, decided_at, decided_by, version) FROM stdin;
\.

COPY public.roles (id, name, permissions, version) FROM stdin;
1	Admin	{projects:read,users:read,orders:read,retirements:read,directory:read,reports:read,settings:read,audit:read,projects:write,users:write,orders:write,retirements:write,directory:write,reports:write,settings:write,audit:write}	1
2	User	{}	1
3	Anonymous	{}	1
\.

COPY public.search_words (word, uses) FROM stdin;
\.

COPY public.second_factors (user_id, secret, begun_at, confirmed_at, last_step) FROM stdin;
\.

COPY public.sessions (id, user_id, generation, rotated_at, created_at, expires_at, ended_at, ended_reason, browser, address) FROM stdin;
\.

COPY public.settings (section, value, version, updated_at, updated_by) FROM stdin;
\.

COPY public.settings_files (name, file_id, updated_at) FROM stdin;
\.

COPY public.support_requests (id, first_name, last_name, email, topic, message, user_id, project_id, order_id, status, note, done_by, done_at, version, created_at) FROM stdin;
\.

COPY public.users (id, username, password_hash, first_name, last_name, phone, avatar_file_id, role_id, blocked, blocked_reason, verified_at, registered_at, last_login_at, last_purchase_at, total_purchased_volume, referal_partner_id, referal_external_id, demonstration, erased_at, version, updated_at) FROM stdin;
\.

COPY public.vat_rates (country_code, valid_from, percent) FROM stdin;
AT	2000-01-01	20.00
BE	2000-01-01	21.00
BG	2000-01-01	20.00
HR	2012-03-01	25.00
CY	2014-01-13	19.00
CZ	2013-01-01	21.00
DK	2000-01-01	25.00
EE	2009-07-01	20.00
EE	2024-01-01	22.00
EE	2025-07-01	24.00
FI	2013-01-01	24.00
FI	2024-09-01	25.50
FR	2014-01-01	20.00
DE	2007-01-01	19.00
GR	2016-06-01	24.00
HU	2012-01-01	27.00
IE	2012-01-01	23.00
IT	2013-10-01	22.00
LV	2012-07-01	21.00
LT	2009-09-01	21.00
LU	2024-01-01	17.00
MT	2004-01-01	18.00
NL	2012-10-01	21.00
PL	2011-01-01	23.00
PT	2011-01-01	23.00
RO	2017-01-01	19.00
RO	2025-08-01	21.00
SI	2013-07-01	22.00
SK	2011-01-01	20.00
SK	2025-01-01	23.00
ES	2012-09-01	21.00
SE	2000-01-01	25.00
\.

COPY public.vintage_stock (vintage_id, project_id, issued, available, reserved, committed, held, retiring, retired) FROM stdin;
\.

COPY public.vintages (id, project_id, year, period_start, period_end, impact_type, claim_type, credit_type, status, methodology, price_cents, currency, registry_issued, registry_retired, registry_remaining, imported_year, version, created_at, updated_at) FROM stdin;
\.

SELECT pg_catalog.setval('public.audit_entries_id_seq', 1, false);

SELECT pg_catalog.setval('public.auditors_id_seq', 1, false);

SELECT pg_catalog.setval('public.cart_items_id_seq', 1, false);

SELECT pg_catalog.setval('public.carts_id_seq', 1, false);

SELECT pg_catalog.setval('public.catalogue_imports_id_seq', 1, false);

SELECT pg_catalog.setval('public.credit_movements_id_seq', 1, false);

SELECT pg_catalog.setval('public.developers_id_seq', 1, false);

SELECT pg_catalog.setval('public.files_id_seq', 1, false);

SELECT pg_catalog.setval('public.flag_overrides_id_seq', 1, false);

SELECT pg_catalog.setval('public.flags_id_seq', 1, true);

SELECT pg_catalog.setval('public.invoices_id_seq', 1, false);

SELECT pg_catalog.setval('public.mails_id_seq', 1, false);

SELECT pg_catalog.setval('public.notifications_id_seq', 1, false);

SELECT pg_catalog.setval('public.order_items_id_seq', 1, false);

SELECT pg_catalog.setval('public.order_transitions_id_seq', 1, false);

SELECT pg_catalog.setval('public.orders_id_seq', 10001, false);

SELECT pg_catalog.setval('public.partners_id_seq', 1, false);

SELECT pg_catalog.setval('public.passkeys_id_seq', 1, false);

SELECT pg_catalog.setval('public.project_changes_id_seq', 1, false);

SELECT pg_catalog.setval('public.project_documents_id_seq', 1, false);

SELECT pg_catalog.setval('public.project_images_id_seq', 1, false);

SELECT pg_catalog.setval('public.project_types_id_seq', 1, false);

SELECT pg_catalog.setval('public.projects_id_seq', 1, false);

SELECT pg_catalog.setval('public.registries_id_seq', 1, false);

SELECT pg_catalog.setval('public.reports_id_seq', 1, false);

SELECT pg_catalog.setval('public.retirements_id_seq', 5001, false);

SELECT pg_catalog.setval('public.roles_id_seq', 3, true);

SELECT pg_catalog.setval('public.support_requests_id_seq', 1, false);

SELECT pg_catalog.setval('public.users_id_seq', 1, false);

SELECT pg_catalog.setval('public.vintages_id_seq', 1, false);

ALTER TABLE ONLY public.account_tokens
    ADD CONSTRAINT account_tokens_pkey PRIMARY KEY (token_hash);

ALTER TABLE ONLY public.attempts
    ADD CONSTRAINT attempts_pkey PRIMARY KEY (key);

ALTER TABLE ONLY public.audit_chain
    ADD CONSTRAINT audit_chain_entry_id_key UNIQUE (entry_id);

ALTER TABLE ONLY public.audit_chain
    ADD CONSTRAINT audit_chain_pkey PRIMARY KEY ("position");

ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.audit_head
    ADD CONSTRAINT audit_head_pkey PRIMARY KEY (one);

ALTER TABLE ONLY public.audit_start
    ADD CONSTRAINT audit_start_pkey PRIMARY KEY (one);

ALTER TABLE ONLY public.auditors
    ADD CONSTRAINT auditors_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.cart_items
    ADD CONSTRAINT cart_items_cart_id_report_id_key UNIQUE (cart_id, report_id);

ALTER TABLE ONLY public.cart_items
    ADD CONSTRAINT cart_items_cart_id_vintage_id_key UNIQUE (cart_id, vintage_id);

ALTER TABLE ONLY public.cart_items
    ADD CONSTRAINT cart_items_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.carts
    ADD CONSTRAINT carts_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.carts
    ADD CONSTRAINT carts_user_id_key UNIQUE (user_id);

ALTER TABLE ONLY public.catalogue_import_rows
    ADD CONSTRAINT catalogue_import_rows_pkey PRIMARY KEY (import_id, file, line);

ALTER TABLE ONLY public.catalogue_imports
    ADD CONSTRAINT catalogue_imports_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.catalogue_stamp
    ADD CONSTRAINT catalogue_stamp_pkey PRIMARY KEY (one);

ALTER TABLE ONLY public.company_details
    ADD CONSTRAINT company_details_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.country_names
    ADD CONSTRAINT country_names_pkey PRIMARY KEY (code);

ALTER TABLE ONLY public.credit_movements
    ADD CONSTRAINT credit_movements_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.developers
    ADD CONSTRAINT developers_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_storage_key_key UNIQUE (storage_key);

ALTER TABLE ONLY public.flag_overrides
    ADD CONSTRAINT flag_overrides_flag_id_identity_key UNIQUE (flag_id, identity);

ALTER TABLE ONLY public.flag_overrides
    ADD CONSTRAINT flag_overrides_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.flags
    ADD CONSTRAINT flags_name_key UNIQUE (name);

ALTER TABLE ONLY public.flags
    ADD CONSTRAINT flags_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.holdings
    ADD CONSTRAINT holdings_pkey PRIMARY KEY (user_id, vintage_id);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (user_id, endpoint, key);

ALTER TABLE ONLY public.import_mappings
    ADD CONSTRAINT import_mappings_pkey PRIMARY KEY (kind, heads);

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_number_key UNIQUE (number);

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_order_id_series_key UNIQUE (order_id, series);

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.managed_listings
    ADD CONSTRAINT managed_listings_pkey PRIMARY KEY (project_id);

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.number_series
    ADD CONSTRAINT number_series_pkey PRIMARY KEY (series, year);

ALTER TABLE ONLY public.order_items
    ADD CONSTRAINT order_items_order_id_position_key UNIQUE (order_id, "position");

ALTER TABLE ONLY public.order_items
    ADD CONSTRAINT order_items_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.order_transitions
    ADD CONSTRAINT order_transitions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_payment_reference_key UNIQUE (payment_reference);

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.partners
    ADD CONSTRAINT partners_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id);

ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.project_changes
    ADD CONSTRAINT project_changes_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.project_documents
    ADD CONSTRAINT project_documents_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.project_images
    ADD CONSTRAINT project_images_key_key UNIQUE (key);

ALTER TABLE ONLY public.project_images
    ADD CONSTRAINT project_images_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.project_imports
    ADD CONSTRAINT project_imports_pkey PRIMARY KEY (project_id);

ALTER TABLE ONLY public.project_labels
    ADD CONSTRAINT project_labels_pkey PRIMARY KEY (project_id, kind, detail);

ALTER TABLE ONLY public.project_listings
    ADD CONSTRAINT project_listings_pkey PRIMARY KEY (project_id);

ALTER TABLE ONLY public.project_searches
    ADD CONSTRAINT project_searches_pkey PRIMARY KEY (project_id);

ALTER TABLE ONLY public.project_stock
    ADD CONSTRAINT project_stock_pkey PRIMARY KEY (project_id);

ALTER TABLE ONLY public.project_types
    ADD CONSTRAINT project_types_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_external_id_key UNIQUE (external_id);

ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, code_hash);

ALTER TABLE ONLY public.registries
    ADD CONSTRAINT registries_code_key UNIQUE (code);

ALTER TABLE ONLY public.registries
    ADD CONSTRAINT registries_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.report_projects
    ADD CONSTRAINT report_projects_pkey PRIMARY KEY (report_id, project_id);

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.retirements
    ADD CONSTRAINT retirements_certificate_number_key UNIQUE (certificate_number);

ALTER TABLE ONLY public.retirements
    ADD CONSTRAINT retirements_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.roles
    ADD CONSTRAINT roles_name_key UNIQUE (name);

ALTER TABLE ONLY public.roles
    ADD CONSTRAINT roles_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.search_words
    ADD CONSTRAINT search_words_pkey PRIMARY KEY (word);

ALTER TABLE ONLY public.second_factors
    ADD CONSTRAINT second_factors_pkey PRIMARY KEY (user_id);

ALTER TABLE ONLY public.retirements
    ADD CONSTRAINT serials_once EXCLUDE USING gist (registry_id WITH =, serial_block WITH =, serial_range WITH &&);

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.settings_files
    ADD CONSTRAINT settings_files_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (section);

ALTER TABLE ONLY public.support_requests
    ADD CONSTRAINT support_requests_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_username_key UNIQUE (username);

ALTER TABLE ONLY public.vat_rates
    ADD CONSTRAINT vat_rates_pkey PRIMARY KEY (country_code, valid_from);

ALTER TABLE ONLY public.vintage_stock
    ADD CONSTRAINT vintage_stock_pkey PRIMARY KEY (vintage_id);

ALTER TABLE ONLY public.vintages
    ADD CONSTRAINT vintages_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.vintages
    ADD CONSTRAINT vintages_project_id_imported_year_key UNIQUE (project_id, imported_year);

CREATE INDEX account_tokens_user ON public.account_tokens USING btree (user_id, purpose) WHERE (used_at IS NULL);

CREATE INDEX audit_entries_action ON public.audit_entries USING btree (action, id DESC);

CREATE INDEX audit_entries_thing ON public.audit_entries USING btree (thing_type, thing_id, id DESC);

CREATE INDEX audit_entries_words ON public.audit_entries USING gin (words public.gin_trgm_ops);

CREATE UNIQUE INDEX auditors_name ON public.auditors USING btree (lower(name));

CREATE INDEX cart_items_expiry ON public.cart_items USING btree (reserved_to) WHERE (reserved_to IS NOT NULL);

CREATE INDEX credit_movements_held ON public.credit_movements USING btree (owner_id, occurred_at) INCLUDE (kind, quantity) WHERE (kind = ANY (ARRAY['DELIVER'::text, 'RETIRE_REQUEST'::text, 'RETIRE'::text, 'RETIRE_RETURN'::text]));

CREATE INDEX credit_movements_order ON public.credit_movements USING btree (order_id) WHERE (order_id IS NOT NULL);

CREATE INDEX credit_movements_owner ON public.credit_movements USING btree (owner_id, vintage_id) WHERE (owner_id IS NOT NULL);

CREATE INDEX credit_movements_vintage ON public.credit_movements USING btree (vintage_id, id);

CREATE UNIQUE INDEX developers_name ON public.developers USING btree (lower(name));

CREATE INDEX mails_status ON public.mails USING btree (status, id);

CREATE INDEX mails_words ON public.mails USING gin (words public.gin_trgm_ops);

CREATE INDEX managed_listings_status ON public.managed_listings USING btree (status, project_id) INCLUDE (hidden, categories, registry_id, project_type_id, developer_id);

CREATE INDEX managed_listings_updated ON public.managed_listings USING btree (updated_at, project_id);

CREATE INDEX managed_listings_words ON public.managed_listings USING gin (words public.gin_trgm_ops);

CREATE INDEX notifications_user ON public.notifications USING btree (user_id, occured_at DESC, id DESC);

CREATE INDEX order_items_by_report ON public.order_items USING btree (report_id) WHERE (report_id IS NOT NULL);

CREATE UNIQUE INDEX order_items_vintage ON public.order_items USING btree (order_id, vintage_id) WHERE (vintage_id IS NOT NULL);

CREATE INDEX order_items_words ON public.order_items USING gin (words public.gin_trgm_ops);

CREATE INDEX order_transitions_order ON public.order_transitions USING btree (order_id, id);

CREATE INDEX orders_created ON public.orders USING btree (created_at DESC, id DESC);

CREATE INDEX orders_status ON public.orders USING btree (status, created_at DESC, id DESC) INCLUDE (gross_cents);

CREATE INDEX orders_user ON public.orders USING btree (user_id, created_at DESC, id DESC);

CREATE INDEX orders_words ON public.orders USING gin (words public.gin_trgm_ops);

CREATE UNIQUE INDEX partners_name ON public.partners USING btree (lower(name));

CREATE INDEX passkeys_user ON public.passkeys USING btree (user_id);

CREATE INDEX project_changes_project ON public.project_changes USING btree (project_id, changed_at DESC, id DESC);

CREATE INDEX project_documents_project ON public.project_documents USING btree (project_id, "position");

CREATE INDEX project_images_project ON public.project_images USING btree (project_id, "position");

CREATE INDEX project_searches_document ON public.project_searches USING gin (document);

CREATE UNIQUE INDEX project_types_name ON public.project_types USING btree (lower(name));

CREATE INDEX projects_auditor ON public.projects USING btree (auditor_id) WHERE (auditor_id IS NOT NULL);

CREATE INDEX projects_developer ON public.projects USING btree (developer_id);

CREATE INDEX projects_registry ON public.projects USING btree (registry_id);

CREATE INDEX projects_type ON public.projects USING btree (project_type_id);

CREATE UNIQUE INDEX registries_name ON public.registries USING btree (lower(name));

CREATE INDEX report_projects_project ON public.report_projects USING btree (project_id);

CREATE INDEX retirements_requested ON public.retirements USING btree (requested_at DESC, id DESC);

CREATE INDEX retirements_status ON public.retirements USING btree (status, requested_at DESC, id DESC) INCLUDE (quantity);

CREATE INDEX retirements_user ON public.retirements USING btree (user_id, requested_at DESC, id DESC);

CREATE INDEX retirements_words ON public.retirements USING gin (words public.gin_trgm_ops);

CREATE INDEX search_words_letters ON public.search_words USING btree (letters) INCLUDE (word, uses) WHERE (letters IS NOT NULL);

CREATE INDEX sessions_open ON public.sessions USING btree (user_id) WHERE (ended_at IS NULL);

CREATE INDEX support_requests_created ON public.support_requests USING btree (created_at DESC, id DESC);

CREATE INDEX support_requests_status ON public.support_requests USING btree (status, created_at DESC, id DESC);

CREATE INDEX support_requests_words ON public.support_requests USING gin (words public.gin_trgm_ops);

CREATE INDEX users_partner ON public.users USING btree (referal_partner_id) WHERE (referal_partner_id IS NOT NULL);

CREATE INDEX users_registered ON public.users USING btree (registered_at DESC, id DESC);

CREATE INDEX users_role ON public.users USING btree (role_id);

CREATE INDEX users_words ON public.users USING gin (words public.gin_trgm_ops);

CREATE INDEX vintage_stock_project ON public.vintage_stock USING btree (project_id);

CREATE INDEX vintages_project ON public.vintages USING btree (project_id, year);

CREATE INDEX vintages_withdrawn ON public.vintages USING btree (project_id) WHERE (status = 'WITHDRAWN'::text);

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_chain FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_audit_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_audit_change();

CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.credit_movements FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();

CREATE TRIGGER apply_credit_movements AFTER INSERT ON public.credit_movements REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.apply_credit_movements();

CREATE CONSTRAINT TRIGGER chain_audit_entry AFTER INSERT ON public.audit_entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.chain_audit_entry();

CREATE TRIGGER open_project_stock AFTER INSERT ON public.projects REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.open_project_stock();

CREATE TRIGGER open_vintage_stock AFTER INSERT ON public.vintages REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.open_vintage_stock();

CREATE CONSTRAINT TRIGGER stamp_catalogue AFTER UPDATE OF name ON public.developers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.stamp_catalogue();

CREATE CONSTRAINT TRIGGER stamp_catalogue AFTER INSERT OR DELETE OR UPDATE ON public.project_listings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.stamp_catalogue();

CREATE CONSTRAINT TRIGGER stamp_catalogue AFTER UPDATE OF name ON public.project_types DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.stamp_catalogue();

CREATE CONSTRAINT TRIGGER stamp_catalogue AFTER UPDATE OF name ON public.registries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.stamp_catalogue();

CREATE CONSTRAINT TRIGGER stamp_catalogue AFTER UPDATE OF available ON public.vintage_stock DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.available = 0) <> (new.available = 0))) EXECUTE FUNCTION public.stamp_catalogue();

ALTER TABLE ONLY public.account_tokens
    ADD CONSTRAINT account_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.audit_chain
    ADD CONSTRAINT audit_chain_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES public.audit_entries(id);

ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT audit_entries_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.cart_items
    ADD CONSTRAINT cart_items_cart_id_fkey FOREIGN KEY (cart_id) REFERENCES public.carts(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.cart_items
    ADD CONSTRAINT cart_items_report_id_fkey FOREIGN KEY (report_id) REFERENCES public.reports(id);

ALTER TABLE ONLY public.cart_items
    ADD CONSTRAINT cart_items_vintage_id_fkey FOREIGN KEY (vintage_id) REFERENCES public.vintages(id);

ALTER TABLE ONLY public.carts
    ADD CONSTRAINT carts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.catalogue_import_rows
    ADD CONSTRAINT catalogue_import_rows_import_id_fkey FOREIGN KEY (import_id) REFERENCES public.catalogue_imports(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.catalogue_imports
    ADD CONSTRAINT catalogue_imports_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.catalogue_imports
    ADD CONSTRAINT catalogue_imports_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.catalogue_imports
    ADD CONSTRAINT catalogue_imports_imported_by_fkey FOREIGN KEY (imported_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.catalogue_imports
    ADD CONSTRAINT catalogue_imports_projects_file_id_fkey FOREIGN KEY (projects_file_id) REFERENCES public.files(id);

ALTER TABLE ONLY public.catalogue_imports
    ADD CONSTRAINT catalogue_imports_vintages_file_id_fkey FOREIGN KEY (vintages_file_id) REFERENCES public.files(id);

ALTER TABLE ONLY public.company_details
    ADD CONSTRAINT company_details_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.credit_movements
    ADD CONSTRAINT credit_movements_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.credit_movements
    ADD CONSTRAINT credit_movements_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id);

ALTER TABLE ONLY public.credit_movements
    ADD CONSTRAINT credit_movements_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.credit_movements
    ADD CONSTRAINT credit_movements_retirement_id_fkey FOREIGN KEY (retirement_id) REFERENCES public.retirements(id);

ALTER TABLE ONLY public.credit_movements
    ADD CONSTRAINT credit_movements_vintage_id_fkey FOREIGN KEY (vintage_id) REFERENCES public.vintages(id);

ALTER TABLE ONLY public.flag_overrides
    ADD CONSTRAINT flag_overrides_flag_id_fkey FOREIGN KEY (flag_id) REFERENCES public.flags(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.holdings
    ADD CONSTRAINT holdings_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.holdings
    ADD CONSTRAINT holdings_vintage_id_fkey FOREIGN KEY (vintage_id) REFERENCES public.vintages(id);

ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id);

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_pdf_file_id_fkey FOREIGN KEY (pdf_file_id) REFERENCES public.files(id);

ALTER TABLE ONLY public.invoices
    ADD CONSTRAINT invoices_ubl_file_id_fkey FOREIGN KEY (ubl_file_id) REFERENCES public.files(id);

ALTER TABLE ONLY public.managed_listings
    ADD CONSTRAINT managed_listings_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.order_items
    ADD CONSTRAINT order_items_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id);

ALTER TABLE ONLY public.order_items
    ADD CONSTRAINT order_items_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.order_items
    ADD CONSTRAINT order_items_report_id_fkey FOREIGN KEY (report_id) REFERENCES public.reports(id);

ALTER TABLE ONLY public.order_items
    ADD CONSTRAINT order_items_vintage_id_fkey FOREIGN KEY (vintage_id) REFERENCES public.vintages(id);

ALTER TABLE ONLY public.order_transitions
    ADD CONSTRAINT order_transitions_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.order_transitions
    ADD CONSTRAINT order_transitions_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id);

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_credit_note_file_id_fkey FOREIGN KEY (credit_note_file_id) REFERENCES public.files(id);

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_invoice_file_id_fkey FOREIGN KEY (invoice_file_id) REFERENCES public.files(id);

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_sales_terms_file_id_fkey FOREIGN KEY (sales_terms_file_id) REFERENCES public.files(id);

ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.project_changes
    ADD CONSTRAINT project_changes_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.project_documents
    ADD CONSTRAINT project_documents_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.files(id);

ALTER TABLE ONLY public.project_documents
    ADD CONSTRAINT project_documents_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.project_images
    ADD CONSTRAINT project_images_large_file_id_fkey FOREIGN KEY (large_file_id) REFERENCES public.files(id);

ALTER TABLE ONLY public.project_images
    ADD CONSTRAINT project_images_medium_file_id_fkey FOREIGN KEY (medium_file_id) REFERENCES public.files(id);

ALTER TABLE ONLY public.project_images
    ADD CONSTRAINT project_images_original_file_id_fkey FOREIGN KEY (original_file_id) REFERENCES public.files(id);

ALTER TABLE ONLY public.project_images
    ADD CONSTRAINT project_images_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.project_images
    ADD CONSTRAINT project_images_small_file_id_fkey FOREIGN KEY (small_file_id) REFERENCES public.files(id);

ALTER TABLE ONLY public.project_images
    ADD CONSTRAINT project_images_upload_file_id_fkey FOREIGN KEY (upload_file_id) REFERENCES public.files(id);

ALTER TABLE ONLY public.project_imports
    ADD CONSTRAINT project_imports_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.project_labels
    ADD CONSTRAINT project_labels_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.project_listings
    ADD CONSTRAINT project_listings_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.project_searches
    ADD CONSTRAINT project_searches_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.project_stock
    ADD CONSTRAINT project_stock_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_auditor_id_fkey FOREIGN KEY (auditor_id) REFERENCES public.auditors(id);

ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_developer_id_fkey FOREIGN KEY (developer_id) REFERENCES public.developers(id);

ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_project_type_id_fkey FOREIGN KEY (project_type_id) REFERENCES public.project_types(id);

ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_registry_id_fkey FOREIGN KEY (registry_id) REFERENCES public.registries(id);

ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.second_factors(user_id) ON DELETE CASCADE;

ALTER TABLE ONLY public.report_projects
    ADD CONSTRAINT report_projects_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.report_projects
    ADD CONSTRAINT report_projects_report_id_fkey FOREIGN KEY (report_id) REFERENCES public.reports(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.files(id);

ALTER TABLE ONLY public.retirements
    ADD CONSTRAINT retirements_certificate_file_id_fkey FOREIGN KEY (certificate_file_id) REFERENCES public.files(id);

ALTER TABLE ONLY public.retirements
    ADD CONSTRAINT retirements_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.retirements
    ADD CONSTRAINT retirements_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.retirements
    ADD CONSTRAINT retirements_registry_id_fkey FOREIGN KEY (registry_id) REFERENCES public.registries(id);

ALTER TABLE ONLY public.retirements
    ADD CONSTRAINT retirements_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);

ALTER TABLE ONLY public.retirements
    ADD CONSTRAINT retirements_vintage_id_fkey FOREIGN KEY (vintage_id) REFERENCES public.vintages(id);

ALTER TABLE ONLY public.second_factors
    ADD CONSTRAINT second_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;

ALTER TABLE ONLY public.settings_files
    ADD CONSTRAINT settings_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.files(id);

ALTER TABLE ONLY public.settings
    ADD CONSTRAINT settings_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.support_requests
    ADD CONSTRAINT support_requests_done_by_fkey FOREIGN KEY (done_by) REFERENCES public.users(id);

ALTER TABLE ONLY public.support_requests
    ADD CONSTRAINT support_requests_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.support_requests
    ADD CONSTRAINT support_requests_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.support_requests
    ADD CONSTRAINT support_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE SET NULL;

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_avatar_file_id_fkey FOREIGN KEY (avatar_file_id) REFERENCES public.files(id);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_referal_partner_id_fkey FOREIGN KEY (referal_partner_id) REFERENCES public.partners(id);

ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_role_id_fkey FOREIGN KEY (role_id) REFERENCES public.roles(id);

ALTER TABLE ONLY public.vintage_stock
    ADD CONSTRAINT vintage_stock_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

ALTER TABLE ONLY public.vintage_stock
    ADD CONSTRAINT vintage_stock_vintage_id_fkey FOREIGN KEY (vintage_id) REFERENCES public.vintages(id);

ALTER TABLE ONLY public.vintages
    ADD CONSTRAINT vintages_project_id_fkey FOREIGN KEY (project_id) REFERENCES public.projects(id);

\unrestrict QbeRaffZWlECrNB7UncDLZyctE1mKfa0Jo6TuF0GA4dV86O6vIYG1Q2vJLdZosh

