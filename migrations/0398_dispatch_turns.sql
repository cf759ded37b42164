-- Turns of jobs and teams in rows and indexes of their own: a claim reads those at the front, not all running jobs. `turn_at` moves when
-- a job got pages or had none that it could get; `dispatched_at` only when it got some.
alter table job_dispatch
  add column team_id uuid,
  add column turn_at timestamptz not null default '-infinity',
  add column searched_at timestamptz not null default '-infinity',
  alter column dispatched_at set default '-infinity',
  alter column next_page_at set default '-infinity';
delete from job_dispatch d using jobs j where j.id = d.job_id and j.state <> 'scraping';
insert into job_dispatch (job_id) select id from jobs where state = 'scraping' on conflict do nothing;
update job_dispatch d set team_id = j.team_id, turn_at = d.dispatched_at from jobs j where j.id = d.job_id;
alter table job_dispatch alter column team_id set not null;
create index job_dispatch_turn on job_dispatch (team_id, turn_at);

create table team_dispatch (
  team_id uuid primary key,
  turn_at timestamptz not null default '-infinity'
);
insert into team_dispatch select team_id, max(turn_at) from job_dispatch group by team_id;
create index team_dispatch_turn on team_dispatch (turn_at);

-- The body is in `functions/`.
create function set_job_dispatch() returns trigger language plpgsql as 'begin return null; end';
create trigger jobs_dispatch_started after insert on jobs for each row execute function set_job_dispatch();
create trigger jobs_dispatch_changed after update of state on jobs for each row
  when (old.state <> new.state) execute function set_job_dispatch();

-- Each with a condition or a column of its own, so that no query takes one for another: statistics seldom know how many pages wait.
-- A snapshot that is held for long keeps entries of earlier leases, which the time of the lease tells from present ones.
-- `if not exists`: whoever has a large table builds them before the upgrade, without a lock (docs/guides/backup-and-upgrade.md).
create index if not exists job_pages_lease on job_pages (lease_owner, leased_until) where lease_owner is not null;
create index if not exists job_pages_host_lease on job_pages (host, leased_until) where state = 'leased';
create index if not exists job_pages_next on job_pages (job_id, (number::bigint)) where state = 'waiting';
drop index job_pages_leased, job_pages_leased_host, job_pages_waiting;
