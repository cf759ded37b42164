-- Places among a team's concurrent requests (contract section 17). A crash of the database may forget them.
create unlogged table slots (
  id uuid primary key,
  team_id uuid not null,
  held_until timestamptz not null
);
create index slots_team on slots (team_id);

-- What was asked in the last 24 hours (contract section 16.3); no target under zero data retention.
create table activity (
  id uuid primary key,
  team_id uuid not null,
  key_id uuid not null,
  endpoint text not null,
  target text,
  succeeded boolean not null,
  created_at timestamptz not null default now()
);
create index activity_team on activity (team_id, created_at desc, id desc);
create index activity_created on activity (created_at);

-- First answers by idempotency key (contract section 25, O4). Without an answer the first request still runs.
create table idempotency_keys (
  team_id uuid not null,
  key text not null,
  fingerprint text not null,
  claim uuid not null,
  held_until timestamptz not null,
  status integer,
  body jsonb,
  created_at timestamptz not null default now(),
  primary key (team_id, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);
