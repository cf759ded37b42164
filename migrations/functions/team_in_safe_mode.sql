-- Returns whether a team is in safe mode.
create or replace function team_in_safe_mode(team uuid) returns boolean language sql stable as $$
  select coalesce((select safe_mode from teams where id = team), false)
$$;
