-- Runs of the agent and extractions. A run is an item of the queue `agent-runs`; what has been done is in its steps, so that any process
-- can continue it.
create table agent_runs (
  id uuid primary key,
  team_id uuid not null,
  kind text not null check (kind in ('agent', 'extract')),
  state text not null default 'processing'
    check (state in ('processing', 'succeeded', 'failed', 'cancelled', 'refused', 'credit_limit_reached')),
  -- Body, account and webhook. Sealed: it may hold headers for sites and receivers.
  request text not null,
  created_at timestamptz not null,
  deadline_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz not null,
  thread_id uuid,
  thread_turn integer,
  -- Number of steps at the last claim, and the claims since then without a new one.
  steps_seen integer not null default 0,
  stalled smallint not null default 0,
  -- Charged, and those of language models.
  credits integer not null default 0,
  tokens bigint not null default 0,
  error text,
  -- JSON, compressed: what the run came to.
  result bytea
);
create index agent_runs_of_team on agent_runs (team_id, kind, created_at desc, id desc);
create index agent_runs_expired on agent_runs (expires_at);
create unique index agent_runs_turns on agent_runs (thread_id, thread_turn) where thread_id is not null;
create unique index agent_runs_of_thread on agent_runs (thread_id) where thread_id is not null and state = 'processing';

-- Answers of the model and results of tools: written before anything follows from them.
create table agent_steps (
  run_id uuid not null references agent_runs on delete cascade,
  agent text not null,
  turn integer not null,
  kind text not null check (kind in ('answer', 'result')),
  call text not null,
  content bytea not null,
  credits integer not null,
  tokens integer not null,
  created_at timestamptz not null default now(),
  primary key (run_id, agent, turn, kind, call)
);

-- The trace: numbered for each agent of a run without gaps.
create table agent_events (
  run_id uuid not null references agent_runs on delete cascade,
  agent text not null,
  sequence integer not null,
  -- What happened: written once.
  key text not null,
  position bigint generated always as identity,
  occurred_at timestamptz not null,
  event text not null,
  primary key (run_id, agent, sequence),
  unique (run_id, key)
);

-- Pages that a run has read, by the numbers under which the model knows them.
create table agent_sources (
  run_id uuid not null references agent_runs on delete cascade,
  number integer not null,
  url text not null,
  title text not null,
  content bytea not null,
  primary key (run_id, number),
  unique (run_id, url)
);

-- What the model has noted: findings outlive its context.
create table agent_findings (
  run_id uuid not null references agent_runs on delete cascade,
  position bigint generated always as identity,
  agent text not null,
  call text not null,
  record text not null,
  sources integer[] not null,
  primary key (run_id, agent, call)
);

create table agent_snapshots (
  run_id uuid not null references agent_runs on delete cascade,
  id uuid not null,
  content bytea not null,
  primary key (run_id, id)
);

create table agent_threads (
  id uuid primary key,
  team_id uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index agent_threads_updated on agent_threads (updated_at);
