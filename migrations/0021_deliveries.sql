-- What is told to whom (contract section 21). Written in the transaction of the thing it tells.
-- Sealed: it may hold headers for the receiver.
alter table jobs add column webhook text;

-- A new number means a new secret for the signatures of a team's deliveries.
alter table teams add column webhook_secret_number integer not null default 1;

create table deliveries (
  -- Also the webhookId, the same in every attempt.
  id uuid primary key,
  team_id uuid not null,
  job_id uuid not null,
  -- Deliveries of a job are attempted in this order for the first time.
  position bigint generated always as identity,
  type text not null,
  url text not null,
  -- What happened, and who is told: sealed.
  event text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  ready_at timestamptz not null,
  held_until timestamptz,
  -- Of the last attempt.
  status integer,
  failure text,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index deliveries_waiting on deliveries (ready_at) where state = 'waiting';
create index deliveries_of_job on deliveries (job_id, position) where state = 'waiting';
create index deliveries_of_team on deliveries (team_id, created_at desc, id desc);
create index deliveries_created on deliveries (created_at);
