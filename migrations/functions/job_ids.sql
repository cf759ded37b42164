-- Returns the ids of all jobs.
create or replace function job_ids() returns setof uuid language sql stable as $$
  select id from jobs
$$;
