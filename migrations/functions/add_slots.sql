-- Takes or extends concurrency slots of teams, one for each id. The caller has checked the limits.
create or replace function add_slots(teams uuid[], ids uuid[], until timestamptz) returns void language sql as $$
  insert into slots (id, team_id, expires_at) select id, team, until from unnest(teams, ids) as slot (team, id)
  on conflict (id) do update set expires_at = excluded.expires_at
$$;
