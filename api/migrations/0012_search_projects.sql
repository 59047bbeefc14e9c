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
