-- Names that people filter monitors by, and when a paused monitor goes on.
alter table monitors add column tags text[] not null default '{}';
alter table monitors add column paused_until timestamptz;
drop index monitors_due;
create index monitors_due on monitors (dispatch_at) where dispatch_at is not null and deleted_at is null;

-- Versions of checked pages, one for each that was new or changed, as long as a page of a check has it.
create table monitor_versions (
  id uuid primary key,
  monitor_id uuid not null references monitors on delete cascade,
  target_id uuid not null,
  url text not null,
  -- SHA-256 of the URL, which may be longer than an index takes.
  url_key bytea not null,
  -- As of page_snapshots: versions that are redacted in different ways are not compared.
  scope text not null,
  metadata jsonb,
  -- JSON, zstd.
  version bytea not null,
  created_at timestamptz not null
);
alter table monitor_versions alter column version set storage external;
create index monitor_versions_url on monitor_versions (monitor_id, target_id, url_key, created_at desc);
alter table monitor_pages add column version_id uuid;
create index monitor_pages_version on monitor_pages (version_id) where version_id is not null;
create index monitor_pages_events on monitor_pages (monitor_id, created_at desc)
  where status in ('changed', 'new', 'removed');

-- Addresses of feeds. Only hashes of their tokens are stored.
create table monitor_feeds (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  -- Both null: all monitors of the team.
  monitor_id uuid references monitors on delete cascade,
  tag text,
  token_hash bytea not null unique,
  created_at timestamptz not null
);
create index monitor_feeds_team on monitor_feeds (team_id, created_at);

-- What keeps a file beyond its day; it is deleted with it.
alter table files add column holder uuid;
create index files_holder on files (holder) where holder is not null;

-- Days that the results of crawls and batches of a team are stored; those of one job may be stored longer.
alter table teams add column result_days integer not null default 1 check (result_days between 1 and 365);
