-- Which data providers a team uses, in the order in which they are asked.
create table data_providers (
  team_id uuid primary key references teams on delete cascade,
  is_enabled boolean not null,
  providers text[] not null,
  updated_at timestamptz not null
);

-- Terms of providers that a team has accepted.
create table accepted_terms (
  team_id uuid not null references teams on delete cascade,
  provider text not null,
  version text not null,
  -- The key that accepted them; null for a person in the console.
  accepted_by uuid,
  accepted_at timestamptz not null,
  primary key (team_id, provider, version)
);
