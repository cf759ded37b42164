-- Deletes the credit reservations of operations.
create or replace function release_credits(operations text[]) returns void language sql as $$
  delete from credit_reservations where operation_id = any(operations)
$$;
