-- Adds cached pages to the queue of the search index; called by the statement that writes them. Returns their number.
create or replace function queue_for_search(teams uuid[], keys bytea[]) returns bigint language sql as $$
  with queued as (
    insert into search_pending (team_id, cache_key) select team, key from unnest(teams, keys) as page (team, key)
    returning 1)
  select count(*) from queued
$$;
