-- Returns the balance of a team: the folded sum plus the entries that are not folded yet. Reservations are not subtracted.
create or replace function credit_balance(team uuid) returns bigint language sql stable as $$
  select coalesce((select folded from credit_balances where team_id = team), 0)
    + coalesce((select sum(amount) from credit_deltas where team_id = team), 0)::bigint
$$;
