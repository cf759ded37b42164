-- Takes or extends concurrency slots of a team. The caller has checked the limit.
create or replace function hold_slots(team uuid, ids uuid[], until timestamptz) returns void language sql as $$
  insert into slots (id, team_id, held_until) select id, team, until from unnest(ids) as id
  on conflict (id) do update set held_until = excluded.held_until
$$;
