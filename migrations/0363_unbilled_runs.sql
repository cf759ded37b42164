-- Pages and tokens of language models that a run may have used, written before they are used. Those of runs that are not charged count
-- against the daily allowance of their team.
alter table agent_runs
  add column pages_held integer not null default 0,
  add column tokens_held bigint not null default 0;
create index agent_runs_unbilled on agent_runs (team_id)
  where state <> 'succeeded' and (pages_held > 0 or tokens_held > 0);
