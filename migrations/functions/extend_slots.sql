-- Extends concurrency slots that are still taken.
create or replace function extend_slots(ids uuid[], until timestamptz) returns void language sql as $$
  update slots set expires_at = until where id = any(ids)
$$;
