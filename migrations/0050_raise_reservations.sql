-- Who reserves again for the same operation raises what is set aside: its own reservation is no hindrance.
create or replace function reserve_credits(team uuid, operation text, wanted bigint, until timestamptz)
returns boolean language plpgsql as $$
declare
  moved bigint;
  available bigint;
begin
  if not exists (select from credit_balances
    where team_id = team and (period_end is null or period_end > now())) then
    perform open_credit_period(team);
  end if;
  -- A lost reservation harms nobody: the work it was for died with it.
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(hashtextextended('credits:' || team::text, 0));
  if (select count(*) from credit_deltas where team_id = team) > 32 then
    with folding as (delete from credit_deltas where team_id = team returning amount)
    select coalesce(sum(amount), 0) into moved from folding;
    update credit_balances set folded = folded + moved where team_id = team;
  end if;
  available := credit_balance(team) - coalesce((select sum(amount) from credit_reservations
    where team_id = team and operation_id <> operation and expires_at > now()), 0);
  if available < wanted then return false; end if;
  insert into credit_reservations values (team, operation, wanted, until)
    on conflict (team_id, operation_id) do update set amount = excluded.amount, expires_at = excluded.expires_at;
  return true;
end $$;
