-- Reserves credits for an operation; returns false when the team has too few. An earlier reservation of the same operation is
-- replaced and does not count against the balance. Opens the billing period when one is due.
create or replace function reserve_credits(team uuid, operation text, wanted bigint, until timestamptz)
returns boolean language plpgsql as $$
declare
  available bigint;
begin
  if not exists (select from credit_balances
    where team_id = team and (period_end is null or period_end > now())) then
    perform open_credit_period(team);
  end if;
  -- A reservation may be lost in a crash: its work is lost as well.
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(hashtextextended('credits:' || team::text, 0));
  perform fold_credits(team);
  available := credit_balance(team) - coalesce((select sum(amount) from credit_reservations
    where team_id = team and operation_id <> operation and expires_at > now()), 0);
  if available < wanted then return false; end if;
  insert into credit_reservations values (team, operation, wanted, until)
    on conflict (team_id, operation_id) do update set amount = excluded.amount, expires_at = excluded.expires_at;
  return true;
end $$;
