-- Returns when a team was created; null for an unknown team.
create or replace function team_created_at(team uuid) returns timestamptz language sql stable as $$
  select created_at from teams where id = team
$$;
