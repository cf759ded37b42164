-- Returns the ids of all teams.
create or replace function team_ids() returns setof uuid language sql stable as $$
  select id from teams
$$;
