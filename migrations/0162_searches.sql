-- Searches that may be rated, without what was searched for; none under zero data retention.
create table searches (
  id uuid primary key,
  team_id uuid not null,
  created_at timestamptz not null
);
create index searches_created on searches (created_at);

-- Ratings: one for each job of a team.
create table feedback (
  id uuid primary key,
  team_id uuid not null,
  job_id uuid not null,
  endpoint text not null,
  rating text not null,
  -- What was said, sealed: it may name URLs and subjects.
  sealed text not null,
  credits_refunded integer not null,
  created_at timestamptz not null,
  unique (team_id, job_id)
);
create index feedback_refunds on feedback (team_id, created_at);
