-- Processes that run browser sessions and that the other processes can reach; a process without a heartbeat for a while has ended.
create table browser_hosts (
  id uuid primary key,
  url text not null,
  -- Sessions that it can still start.
  free integer not null,
  seen_at timestamptz not null default now()
);
