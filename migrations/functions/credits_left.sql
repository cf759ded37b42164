-- Returns the credits of each team that are neither spent nor reserved. Folds first, because a large job adds an entry for each page.
create or replace function credits_left(teams uuid[]) returns table (team_id uuid, credits bigint) language plpgsql as $$
#variable_conflict use_column
begin
  perform open_credit_period(team) from unnest(teams) team
  where not exists (select from credit_balances b where b.team_id = team and (b.period_end is null or b.period_end > now()));
  perform pg_advisory_xact_lock(hashtextextended('credits:' || team::text, 0)) from unnest(teams) team;
  perform fold_credits(team) from unnest(teams) team
  where exists (select from credit_deltas d where d.team_id = team offset 32);
  return query
    select team, coalesce((select b.folded from credit_balances b where b.team_id = team), 0)
      + coalesce((select sum(d.amount) from credit_deltas d where d.team_id = team), 0)::bigint
      - coalesce((select sum(r.amount) from credit_reservations r where r.team_id = team and r.expires_at > now()), 0)::bigint
    from unnest(teams) team;
end $$;
