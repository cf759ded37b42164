-- Charges each operation at most once and deletes its reservation. Returns the credits charged by this call.
create or replace function charge_credits(
  team uuid, by_key uuid, charge_kind text, operations text[], amounts bigint[]
) returns bigint language sql as $$
  with charges as (select * from unnest(operations, amounts) as charge (operation, amount)),
  entries as (
    insert into credit_entries (team_id, key_id, operation_id, kind, amount)
    select team, by_key, operation, charge_kind, -amount from charges where amount > 0
    on conflict do nothing returning id, amount),
  deltas as (
    insert into credit_deltas (entry_id, team_id, amount) select id, team, amount from entries),
  freed as (
    delete from credit_reservations where team_id = team and operation_id = any(operations))
  select coalesce(-sum(amount), 0)::bigint from entries
$$;
