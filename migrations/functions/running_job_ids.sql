-- Returns the ids of the jobs that are not finished.
create or replace function running_job_ids() returns setof uuid language sql stable as $$
  select id from jobs where state = 'scraping'
$$;
