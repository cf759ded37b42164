-- Background work of every kind: what is due when, and which process does it. What the work is about is in a table of the module that
-- added it, under the same id.
create table queue_items (
  queue text not null,
  id uuid not null,
  team_id uuid not null,
  -- Items that concern the same thing: retries of a lane are limited, and ordered queues start its items one after the other.
  lane uuid not null,
  position bigint generated always as identity,
  -- Zero data retention: the job whose key a process needs to do the work.
  key_of uuid,
  -- Attempts that have begun.
  attempts smallint not null default 0,
  is_retry boolean not null generated always as (attempts > 0) stored,
  -- Null for an item that is ready. Otherwise when it becomes so: the time of its retry, or the end of its lease.
  ready_at timestamptz,
  -- The process that has the lease.
  holder uuid,
  primary key (queue, id)
);
create index queue_items_ready on queue_items (queue, is_retry, team_id, lane, position) where ready_at is null;
create index queue_items_scheduled on queue_items (queue, ready_at) where ready_at is not null;
create index queue_items_leased on queue_items (queue, team_id) where holder is not null;

insert into queue_items (queue, id, team_id, lane, key_of, attempts, ready_at)
select 'deliveries', id, team_id, job_id, case when zero_data_retention then job_id end, least(attempts, 100),
  case when ready_at > now() then ready_at end
from deliveries where state = 'waiting' order by position;
insert into queue_items (queue, id, team_id, lane, attempts, ready_at)
select 'mails', id, team_id, team_id, least(attempts, 100), case when ready_at > now() then ready_at end
from mails where state = 'waiting' order by ready_at;
insert into queue_items (queue, id, team_id, lane)
select 'monitor-check-starts', id, team_id, team_id
from monitor_checks where status = 'queued' order by created_at;

alter table deliveries drop column held_until;
drop index deliveries_of_job, deliveries_untold, deliveries_again;
alter table mails drop column attempts, drop column ready_at, drop column held_until;
alter table monitor_checks drop column attempts, drop column held_until,
  -- Whether its end has been queued.
  add column is_ending boolean not null default false;
