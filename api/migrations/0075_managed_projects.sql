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
  -- what the search looks through
  words text not null
);
create index managed_listings_words on managed_listings using gin (words gin_trgm_ops);
create index managed_listings_updated on managed_listings (updated_at desc, project_id desc);
create index managed_listings_name on managed_listings (name_key, project_id);

/* Brings the rows of these projects (null: of all) up to date. To be called together with refresh_project_listings,
   after it: that one locks the projects. */
create function refresh_managed_listings(ids integer[]) returns void language sql as $$
  insert into managed_listings as l (project_id, registry_id, developer_id, project_type_id, categories, hidden, sellable,
      withdrawn, year_min, year_max, price_from, price_to, status, countries, updated_at, name_key, external_key,
      registry_key, developer_key, type_key, words)
  select p.id, p.registry_id, p.developer_id, p.project_type_id,
      case when v.sellable or (p.status in ('COMING_SOON', 'CONTACT_REQUIRED') and p.financing_from is null
        and p.sponsoring_from is null) then 1 else 0 end
      | case when p.investment_available and p.financing_from is not null then 2 else 0 end
      | case when p.investment_available and p.sponsoring_from is not null then 4 else 0 end,
      p.hidden, v.sellable, v.withdrawn, v.year_min, v.year_max, v.price_from, v.price_to, p.status, p.countries,
      p.updated_at, fold_text(p.name), fold_text(p.external_id), fold_text(r.name), fold_text(d.name), fold_text(t.name),
      fold_text(concat_ws(' ', p.id, p.name, r.name, d.name, t.name)) || ' ' || lower(coalesce(p.external_id, ''))
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
    developer_key = excluded.developer_key, type_key = excluded.type_key, words = excluded.words
  where l is distinct from excluded
$$;
select refresh_managed_listings(null);
