-- Returns the ids of the jobs whose key a node has, or has received encrypted and not opened yet.
create or replace function job_key_ids() returns setof uuid language sql stable as $$
  select job_id from job_keys
$$;
