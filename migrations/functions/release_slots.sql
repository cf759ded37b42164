-- Deletes concurrency slots.
create or replace function release_slots(ids uuid[]) returns void language sql as $$
  delete from slots where id = any(ids)
$$;
