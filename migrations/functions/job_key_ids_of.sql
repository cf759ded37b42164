-- Returns the ids of the jobs whose key a node has in memory.
create or replace function job_key_ids_of(node uuid) returns setof uuid language sql stable as $$
  select job_id from job_keys where node_id = node and sealed is null
$$;
