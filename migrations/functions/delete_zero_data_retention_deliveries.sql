-- Deletes the deliveries of jobs under zero data retention.
create or replace function delete_zero_data_retention_deliveries(jobs uuid[]) returns void language sql as $$
  with deleted as (delete from deliveries where zero_data_retention and job_id = any(jobs) returning id)
  select remove_queue_items('deliveries', array_agg(id)) from deleted
$$;
