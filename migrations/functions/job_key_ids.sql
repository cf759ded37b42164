-- Returns the ids of the jobs whose key some node has or is about to take.
create or replace function job_key_ids() returns setof uuid language sql stable as $$
  select job_id from job_keys
$$;
