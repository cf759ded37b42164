-- The trace of the request that started a job or caused a delivery (W3C Trace Context).
alter table jobs add column trace_id text;
alter table queue_items add column trace_id text;
-- The process that reports figures of the whole database to Prometheus.
create unlogged table gauge_lease (
  is_only boolean primary key default true check (is_only),
  node_id uuid not null,
  leased_until timestamptz not null
);
alter table queue_items add column added_at timestamptz not null default now();
