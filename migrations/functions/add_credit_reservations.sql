-- Reserves credits for many operations at once. The caller has checked the balance.
create or replace function add_credit_reservations(team uuid, operations text[], each bigint, until timestamptz)
returns void language sql as $$
  insert into credit_reservations (team_id, operation_id, amount, expires_at)
  select team, operation, each, until from unnest(operations) as operation
  on conflict (team_id, operation_id) do update set amount = excluded.amount, expires_at = excluded.expires_at
$$;
