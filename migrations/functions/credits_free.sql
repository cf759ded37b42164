-- Returns the credits of a team that are neither spent nor reserved. Neither locks nor starts a period, so that it may be asked of many
-- teams at once; `credits_left` does both.
create or replace function credits_free(team uuid) returns bigint language sql stable as $$
  select credit_balance(team) - coalesce((select sum(amount) from credit_reservations
    where team_id = team and expires_at > now()), 0)::bigint
$$;
