-- The last version of each page that is watched for changes (contract sections 6.4 and 13.7). Change tracking keeps its
-- versions for ever, monitors as long as they keep their checks.
create table page_snapshots (
  team_id uuid not null,
  -- Who watches: `team`, or a part of a monitor. What is kept of one never meets another.
  scope text not null,
  -- SHA-256 of the tag and the URL, which may be longer than an index takes.
  identity bytea not null,
  url text not null,
  scrape_id uuid not null,
  taken_at timestamptz not null,
  -- Set while the page is gone; the version is the last there was.
  gone_at timestamptz,
  -- SHA-256 of the version, so that one that is the same is not written again.
  digest bytea not null,
  -- JSON, zstd.
  version bytea not null,
  expires_at timestamptz,
  primary key (team_id, scope, identity)
);
alter table page_snapshots alter column version set storage external;
create index page_snapshots_expiry on page_snapshots (expires_at) where expires_at is not null;
