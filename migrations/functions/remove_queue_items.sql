-- Removes items of a queue, except those that another transaction is just ending.
create or replace function remove_queue_items(queue_name text, ids uuid[]) returns void language sql as $$
  delete from queue_items where queue = queue_name and id in (
    select id from queue_items where queue = queue_name and id = any(ids) for update skip locked)
$$;
