-- Attempts to sign in, in their order. Each process replays them, so that all of them limit attempts together.
create table sign_in_attempts (
  id bigint generated always as identity primary key,
  made_at timestamptz not null default clock_timestamp(),
  -- Keyed hashes of the network and of the name of the secret. A row without a network tells that an attempt was right.
  network bytea,
  secret bytea,
  is_guess boolean not null default false,
  succeeded_id bigint,
  check ((network is null) <> (succeeded_id is null))
);
create index sign_in_attempts_made on sign_in_attempts (made_at);
