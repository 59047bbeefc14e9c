-- The operators' projects by what else their list shows: the names of their countries, as they stand there, their
-- categories, and the years of their vintages.
alter table managed_listings add column country_key text collate "C",
  add column years_key integer generated always as (year_min * 10000 + year_max) stored;
create index managed_listings_country on managed_listings (country_key, project_id);
create index managed_listings_country_down on managed_listings (country_key desc nulls last, project_id desc);
create index managed_listings_categories on managed_listings (categories, project_id);
create index managed_listings_years on managed_listings (years_key, project_id);
create index managed_listings_years_down on managed_listings (years_key desc nulls last, project_id desc);

/* Brings the rows of these projects (null: of all) up to date. To be called together with refresh_project_listings,
   after it: that one locks the projects. */
create or replace function refresh_managed_listings(ids integer[]) returns void language sql as $$
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
select refresh_managed_listings(null);
