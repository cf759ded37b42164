-- How an operation ended, who asked for it, and what was sent; nothing of the content under zero data retention.
alter table activity
  add column person_id uuid,
  add column error_code text,
  add column sealed_details text,
  add column duration_ms integer,
  add column credits integer;
