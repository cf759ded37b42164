-- Adds an entry to the credit ledger. Does nothing when the team already has an entry of this kind for the operation.
create or replace function add_credit_entry(
  team uuid, by_key uuid, operation text, entry_kind text, entry_amount bigint, entry_note text
) returns void language sql as $$
  with entry as (
    insert into credit_entries (team_id, key_id, operation_id, kind, amount, note)
    values (team, by_key, operation, entry_kind, entry_amount, entry_note)
    on conflict do nothing
    returning id, amount)
  insert into credit_deltas (entry_id, team_id, amount) select id, team, amount from entry
$$;
