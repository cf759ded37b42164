-- Extends credit reservations that still exist; each operation belongs to the team at the same position.
create or replace function extend_credits(teams uuid[], operations text[], until timestamptz) returns void language sql as $$
  update credit_reservations r set expires_at = until from unnest(teams, operations) as extended (team, operation)
  where r.team_id = extended.team and r.operation_id = extended.operation
$$;
