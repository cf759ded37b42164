-- Deletes the credit reservations of operations; each operation belongs to the team at the same position.
create or replace function release_credits(teams uuid[], operations text[]) returns void language sql as $$
  delete from credit_reservations r using unnest(teams, operations) as released (team, operation)
  where r.team_id = released.team and r.operation_id = released.operation
$$;
