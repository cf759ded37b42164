-- Permissions of pages of the console to open one WebSocket each. Only hashes are stored.
create table console_tickets (
  token_hash bytea primary key,
  session_id uuid not null references console_sessions (id) on delete cascade,
  team_id uuid not null references teams (id),
  -- Path of the WebSocket, without a query.
  path text not null,
  expires_at timestamptz not null
);
create index console_tickets_session on console_tickets (session_id);
