-- Where the events of fetched URLs of a team are sent, and what became of them.
create table siem_settings (
  team_id uuid primary key references teams on delete cascade,
  is_enabled boolean not null,
  -- Encrypted: address and secrets.
  destination text not null,
  delivered bigint not null default 0,
  -- Events that were given up: the queue was full, or the destination did not accept them in time.
  dropped bigint not null default 0,
  delivered_at timestamptz,
  failed_at timestamptz,
  failure text,
  updated_at timestamptz not null
);

-- Events that wait; they are deleted when the destination has accepted them.
create table siem_events (
  id uuid primary key,
  position bigint generated always as identity,
  team_id uuid not null,
  -- Null until a batch is formed.
  batch_id uuid,
  -- Encrypted JSON.
  event text not null,
  created_at timestamptz not null
);
create index siem_events_unbatched on siem_events (team_id, position) where batch_id is null;
create index siem_events_batched on siem_events (batch_id) where batch_id is not null;

-- Events that are sent together; an item of the queue `siem` has the same id.
create table siem_batches (
  id uuid primary key,
  team_id uuid not null,
  events integer not null,
  created_at timestamptz not null
);
create index siem_batches_team on siem_batches (team_id);
