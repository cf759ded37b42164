-- Reserves credits for many operations at once. The caller has checked the balances.
create or replace function add_credit_reservations(teams uuid[], operations text[], amounts bigint[], until timestamptz)
returns void language sql as $$
  insert into credit_reservations (team_id, operation_id, amount, expires_at)
  select team, operation, amount, until from unnest(teams, operations, amounts) as reserved (team, operation, amount)
  where amount > 0
  on conflict (team_id, operation_id) do update set amount = excluded.amount, expires_at = excluded.expires_at
$$;
