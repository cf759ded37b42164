-- What browsers remember for a team, by name (contract section 4.5): cookies, local storage and databases of sites.
create table profiles (
  team_id uuid not null,
  name text not null,
  -- Compressed, and sealed with a key of the team's own. Null until it is saved for the first time.
  sealed bytea,
  used_at timestamptz not null,
  -- Who may write, and until when.
  writer_id uuid,
  written_until timestamptz,
  primary key (team_id, name)
);
alter table profiles alter column sealed set storage external;
create index profiles_used on profiles (used_at);
