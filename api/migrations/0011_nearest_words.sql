-- The known word nearest to a misspelt one: one edit or one swap of neighbours away, from six letters on two edits if the
-- first letter is right ("peatland" means no wetland); null when there is none.
create or replace function nearest_word(term text) returns text language sql stable parallel safe as $$
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
