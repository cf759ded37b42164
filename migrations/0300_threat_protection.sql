-- Threat protection of a team: whether it may use it, and its policy. A team without a row may use it and has no policy.
create table threat_settings (
  team_id uuid primary key references teams (id) on delete cascade,
  access text not null default 'allowed' check (access in ('off', 'allowed', 'enforced')),
  policy jsonb,
  -- When the policy was written.
  updated_at timestamptz
);
