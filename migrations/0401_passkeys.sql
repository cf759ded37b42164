-- Passkeys with which people sign in instead of with password and code.
create table passkeys (
  -- As browsers write it: Base64url.
  id text primary key,
  person_id uuid not null references people (id) on delete cascade,
  name text not null,
  public_key bytea not null,
  -- Signatures that the device has counted; zero where it counts none.
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkeys_person on passkeys (person_id);
-- What devices are asked to sign, each once.
create table passkey_challenges (
  challenge text primary key,
  -- Who adds a passkey; null at sign-in.
  person_id uuid references people (id) on delete cascade,
  expires_at timestamptz not null
);
