-- Pages kept for later scrapes, per team (contract section 4.7).
create table cached_pages (
  team_id uuid not null,
  -- SHA-256 of everything the answer of the site depends on.
  key bytea not null,
  -- Where the redirects ended.
  url text not null,
  status integer not null,
  headers jsonb not null,
  blob text not null,
  engine text not null,
  proxy text not null,
  fetched_at timestamptz not null,
  used_at timestamptz not null,
  primary key (team_id, key)
);
create index cached_pages_used on cached_pages (used_at);
create index cached_pages_blob on cached_pages (blob);

-- Every body on the disk has a row here before it is written, so that none is forgotten when a process is killed.
create table cached_bodies (
  blob text primary key,
  stored_bytes bigint not null,
  -- Until then somebody may be about to refer to it.
  held_until timestamptz not null
);
