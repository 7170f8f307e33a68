-- Outside of a transaction.
drop index concurrently if exists leads_found;
-- What a search finds people by, each with a letter before it: the words of their name (n), and again where it is one word (w), the words of their company (c) and
-- their address (e), in lower case. Each has the form of src/runtime/store/leads/words-of-people.ts. A list of many people is written into it in portions.
create index concurrently leads_found on leads using gin (array_to_tsvector(string_to_array(lower(
  'n' || replace(left(translate(btrim(coalesce(btrim(first_name), '') || ' ' || coalesce(btrim(last_name), '')), E'\x01', ' '), 500), ' ', E'\x01n')
  || case when position(' ' in left(translate(btrim(coalesce(btrim(first_name), '') || ' ' || coalesce(btrim(last_name), '')), E'\x01', ' '), 500)) = 0 then E'\x01w' || left(translate(btrim(coalesce(btrim(first_name), '') || ' ' || coalesce(btrim(last_name), '')), E'\x01', ' '), 500) else '' end
  || E'\x01c' || replace(left(translate(coalesce(company, ''), E'\x01', ' '), 500), ' ', E'\x01c')
  || E'\x01e' || left(translate(coalesce(email, ''), E'\x01', ' '), 500)), E'\x01'))) where merged_into is null;
-- Nobody is looked for by it.
drop index concurrently if exists leads_by_name;
