-- Requests of the playground that people of a team saved under a name.
create table saved_requests (
  id uuid primary key,
  team_id uuid not null references teams (id),
  name text not null,
  operation text not null,
  -- Encrypted, because headers and addresses may contain credentials.
  sealed_values text not null,
  -- The name of the person then; null for a session of a key.
  saved_by text,
  saved_at timestamptz not null
);
create unique index saved_requests_name on saved_requests (team_id, name);
