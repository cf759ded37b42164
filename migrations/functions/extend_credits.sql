-- Extends credit reservations that still exist.
create or replace function extend_credits(operations text[], until timestamptz) returns void language sql as $$
  update credit_reservations set expires_at = until where operation_id = any(operations)
$$;
