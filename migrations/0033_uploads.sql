-- Files that were announced to be parsed by reference (contract section 7.2). What a file is called, and the key its
-- bytes are encrypted under, only the reference knows.
create table uploads (
  id uuid primary key,
  team_id uuid not null,
  state text not null default 'announced' check (state in ('announced', 'receiving', 'received', 'parsed')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index uploads_by_team on uploads (team_id, created_at);
create index uploads_by_expiry on uploads (expires_at);
