-- Files behind signed links, for 24 hours (contract section 5.3). A row is there before its file, so that none is forgotten.
create table files (
  id uuid primary key,
  team_id uuid not null,
  content_type text not null,
  bytes bigint not null,
  expires_at timestamptz not null
);
create index files_expires on files (expires_at);
