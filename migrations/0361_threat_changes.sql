-- Name of who wrote the policy: a person, an API key, or the operator.
alter table threat_settings add column updated_by text;

-- URLs that were refused, by team, hour and rule; never the URLs themselves.
create table threat_blocks (
  team_id uuid not null,
  hour timestamptz not null,
  rule text not null,
  count bigint not null,
  primary key (team_id, hour, rule)
);
create index threat_blocks_hour on threat_blocks (hour);
