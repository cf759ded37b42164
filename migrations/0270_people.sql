-- People who use the console, what they may do in which team, and their sessions.
create table people (
  id uuid primary key,
  -- In lower case.
  email text not null unique,
  name text not null,
  -- scrypt$log2(n),r,p$salt$key
  password_hash text not null,
  is_operator boolean not null default false,
  created_at timestamptz not null,
  disabled_at timestamptz
);

create table memberships (
  team_id uuid not null references teams (id),
  person_id uuid not null references people (id) on delete cascade,
  role text not null check (role in ('viewer', 'member', 'admin')),
  created_at timestamptz not null,
  primary key (team_id, person_id)
);
create index memberships_person on memberships (person_id);

-- Only hashes of tokens are stored. A session belongs to a person, or to the access key that was used to sign in.
create table console_sessions (
  id uuid primary key,
  token_hash bytea not null unique,
  person_id uuid references people (id) on delete cascade,
  key_id uuid references api_keys (id),
  -- The team that was used last.
  team_id uuid references teams (id),
  address text not null,
  agent text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  -- When the password was entered last.
  confirmed_at timestamptz not null,
  expires_at timestamptz not null,
  check ((person_id is null) <> (key_id is null))
);
create index console_sessions_person on console_sessions (person_id);
create index console_sessions_expiry on console_sessions (expires_at);

-- Links with which a person joins a team or chooses a new password, each once.
create table console_links (
  id uuid primary key,
  token_hash bytea not null unique,
  kind text not null check (kind in ('invite', 'reset')),
  team_id uuid references teams (id),
  role text check (role in ('viewer', 'member', 'admin')),
  email text,
  person_id uuid references people (id) on delete cascade,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index console_links_team on console_links (team_id, created_at desc);

-- What people did in the console. Rows are only added.
create table console_events (
  id uuid primary key,
  team_id uuid,
  person_id uuid,
  key_id uuid,
  actor text not null,
  action text not null,
  subject text not null,
  address text not null,
  created_at timestamptz not null
);
create index console_events_team on console_events (team_id, created_at desc, id desc);
