-- Takes a concurrency slot and reserves credits for an operation, both or neither: 'admitted', 'no slot' or 'no credits'.
create or replace function admit_operation(
  slot uuid, team uuid, slots_max integer, slot_until timestamptz, operation text, wanted bigint, reserved_until timestamptz
) returns text language plpgsql as $$
begin
  if not take_slot(slot, team, slots_max, slot_until) then return 'no slot'; end if;
  if reserve_credits(team, operation, wanted, reserved_until) then return 'admitted'; end if;
  delete from slots where id = slot;
  return 'no credits';
end $$;
