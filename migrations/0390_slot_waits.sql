-- Teams of which a request waits for a concurrency slot: their jobs leave it the next one. A crash of the database may lose them.
create unlogged table slot_waits (
  team_id uuid primary key,
  expires_at timestamptz not null
);
