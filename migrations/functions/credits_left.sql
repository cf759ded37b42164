-- Returns the credits of a team that are neither spent nor reserved. Folds first, because a large job adds an entry for each page.
create or replace function credits_left(team uuid) returns bigint language plpgsql as $$
begin
  perform open_credit_period(team);
  perform pg_advisory_xact_lock(hashtextextended('credits:' || team::text, 0));
  perform fold_credits(team);
  return credit_balance(team) - coalesce((select sum(amount) from credit_reservations
    where team_id = team and expires_at > now()), 0);
end $$;
