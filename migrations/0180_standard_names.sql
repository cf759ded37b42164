-- Names of tables, columns and functions in standard terms: leases, nodes, keys, positions, discovery. Data is kept.
alter table keepers rename to nodes;
alter index keepers_pkey rename to nodes_pkey;
alter table job_keys rename column keeper to node_id;
alter index job_keys_of_keeper rename to job_keys_node;

alter table job_blocked rename to job_robots_blocked;
alter table job_robots_blocked rename column identity to url_key;
alter index job_blocked_pkey rename to job_robots_blocked_pkey;
alter table job_landings rename to job_final_urls;
alter table job_final_urls rename column identity to url_key;
alter index job_landings_pkey rename to job_final_urls_pkey;
alter table job_turns rename to job_dispatch;
alter table job_dispatch rename column served_at to dispatched_at;
alter index job_turns_pkey rename to job_dispatch_pkey;

alter table job_pages rename column identity to url_key;
alter table job_pages rename column holder to lease_owner;
alter table job_pages rename column held_until to leased_until;
alter table job_pages rename column suspicion to crash_points;
alter table job_pages drop constraint job_pages_state_check;
alter index job_pages_identity rename to job_pages_url_key;
drop index job_pages_held;
update job_pages set state = 'leased' where state = 'held';
alter table job_pages add constraint job_pages_state_check check (state in ('waiting', 'leased', 'done', 'failed'));
create index job_pages_leased on job_pages (leased_until) where state = 'leased';
alter index job_pages_suspected rename to job_pages_isolated;

alter table jobs rename column is_gathering to is_discovering;
alter table jobs rename column gathered_until to discovery_leased_until;
alter table jobs rename column gathering_suspicion to discovery_crash_points;
alter index jobs_sealed rename to jobs_zero_data_retention;
alter table job_documents rename column place to position;

alter table job_webhooks rename column identity to webhook_key;
alter table deliveries rename column webhook_identity to webhook_key;
alter index deliveries_sealed rename to deliveries_zero_data_retention;

alter table monitor_pages rename column identity to url_key;
alter table page_snapshots rename column identity to url_key;

alter table queue_items rename column holder to lease_owner;
alter table queue_items rename column key_of to key_job_id;
alter table profiles rename column writer_id to lease_owner;
alter table profiles rename column written_until to leased_until;
alter table idempotency_keys rename column claim to request_id;
alter table idempotency_keys rename column held_until to leased_until;
alter table slots rename column held_until to expires_at;
alter table cached_bodies rename column held_until to protected_until;
alter table search_providers rename column rest_ms to cooldown_ms;
alter table search_providers rename column resting_until to cooldown_until;

-- The functions that replace them are in `functions/`.
drop function if exists hold_slots;
drop function if exists hold_credits;
drop function if exists settle_credits;
drop function if exists delete_sealed_deliveries;
delete from migrations where name in
  ('functions/hold_slots.sql', 'functions/hold_credits.sql', 'functions/settle_credits.sql', 'functions/delete_sealed_deliveries.sql');
