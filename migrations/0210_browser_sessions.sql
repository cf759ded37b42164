-- Browser sessions that callers command. A session belongs to the process that runs its browser, for as long as that process renews
-- its lease; any process settles a session whose lease has expired.
create table browser_sessions (
  id uuid primary key,
  team_id uuid not null,
  -- Who pays.
  principal jsonb not null,
  -- The process that runs the browser.
  owner uuid not null,
  state text not null default 'active' check (state in ('active', 'destroyed', 'error')),
  ttl_seconds integer not null,
  activity_ttl_seconds integer not null,
  stream_web_view boolean not null,
  created_at timestamptz not null default now(),
  -- When the browser was ready; null until then.
  started_at timestamptz,
  last_activity_at timestamptz not null default now(),
  renewed_at timestamptz not null default now(),
  leased_until timestamptz not null,
  -- Another process has asked the owner to end the session.
  is_ending boolean not null default false,
  ended_at timestamptz,
  credits_billed integer,
  error text
);

create index browser_sessions_of_team on browser_sessions (team_id, created_at);
create index browser_sessions_active on browser_sessions (leased_until) where state = 'active';
create index browser_sessions_ended on browser_sessions (ended_at) where ended_at is not null;
