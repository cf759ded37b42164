-- Takes or extends concurrency slots of a team. The caller has checked the limit.
create or replace function add_slots(team uuid, ids uuid[], until timestamptz) returns void language sql as $$
  insert into slots (id, team_id, expires_at) select id, team, until from unnest(ids) as id
  on conflict (id) do update set expires_at = excluded.expires_at
$$;
