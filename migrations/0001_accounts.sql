-- Teams, their keys and plans (contract sections 17 and 19). Plans are the operator's to edit.
create table plans (
  name text primary key,
  requests_per_minute jsonb not null,
  concurrency_max integer not null check (concurrency_max > 0),
  queued_jobs_max integer not null check (queued_jobs_max >= 0),
  credits_per_period bigint not null check (credits_per_period >= 0),
  credits_renew boolean not null default true
);

insert into plans
select name,
  jsonb_build_object(
    'scrape', scrape, 'map', scrape, 'search', scrape, 'crawl', crawl, 'agent', crawl,
    'status', status, 'agentStatus', status, 'interact', interact,
    'interactExecute', interact_execute, 'account', status),
  concurrency_max, queued_jobs_max, credits, renew
from (values
  ('free', 10, 2, 500, 2, 10, 2, 50000, 1000::bigint, false),
  ('hobby', 100, 20, 5000, 20, 100, 5, 50000, 5000, true),
  ('standard', 500, 100, 25000, 100, 500, 50, 100000, 100000, true),
  ('growth', 5000, 1000, 250000, 1000, 5000, 100, 200000, 500000, true),
  ('scale', 10000, 2000, 500000, 1500, 7500, 150, 300000, 1000000, true),
  ('self-hosted', 100000, 100000, 100000, 100000, 100000, 50, 100000, 1000000000, true)
) as seed (name, scrape, crawl, status, interact, interact_execute, concurrency_max, queued_jobs_max, credits, renew);

create table teams (
  id uuid primary key,
  name text not null,
  plan text not null references plans (name),
  zero_data_retention text not null default 'off' check (zero_data_retention in ('off', 'allowed', 'forced')),
  banned_reason text,
  is_first boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index teams_first on teams (is_first) where is_first;

-- Only the hash is kept: a random key needs no slow one.
create table api_keys (
  id uuid primary key,
  team_id uuid not null references teams (id),
  hash bytea not null unique,
  last4 text not null,
  name text not null,
  allowed_endpoints text[] not null default '{}',
  allowed_formats text[] not null default '{}',
  is_fixed boolean not null default false,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index api_keys_team on api_keys (team_id);
