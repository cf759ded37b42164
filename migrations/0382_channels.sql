-- Where a team is told of changes: Slack, Telegram, ntfy and others.
create table channels (
  id uuid primary key,
  team_id uuid not null references teams on delete cascade,
  name text not null,
  -- Encrypted: a URL with secrets.
  channel text not null,
  created_at timestamptz not null
);
create index channels_of_team on channels (team_id, created_at);

-- Checks that are reported later: after quiet hours, or as a digest.
create table monitor_reports (
  check_id uuid primary key references monitor_checks on delete cascade,
  monitor_id uuid not null references monitors on delete cascade,
  due_at timestamptz not null
);
create index monitor_reports_due on monitor_reports (due_at);
