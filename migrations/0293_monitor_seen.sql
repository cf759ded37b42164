-- Up to when a person has seen the checks of a monitor.
create table monitor_seen (
  person_id uuid not null references people (id) on delete cascade,
  monitor_id uuid not null references monitors (id) on delete cascade,
  seen_at timestamptz not null,
  primary key (person_id, monitor_id)
);
create index monitor_seen_monitor on monitor_seen (monitor_id);
