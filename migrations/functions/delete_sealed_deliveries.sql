-- Deletes the deliveries of jobs under zero data retention.
create or replace function delete_sealed_deliveries(jobs_of_them uuid[]) returns void language sql as $$
  with gone as (delete from deliveries where zero_data_retention and job_id = any(jobs_of_them) returning id)
  select remove_queue_items('deliveries', array_agg(id)) from gone
$$;
