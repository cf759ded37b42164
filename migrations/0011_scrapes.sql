-- Documents of the last 24 hours, for GET /v2/scrape/{jobId} (contract section 5.2). Never those under zero data retention.
create table scrapes (
  id uuid primary key,
  team_id uuid not null,
  -- JSON, zstd.
  document bytea not null,
  created_at timestamptz not null
);
alter table scrapes alter column document set storage external;
create index scrapes_created on scrapes (created_at);
