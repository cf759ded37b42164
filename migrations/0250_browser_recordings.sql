-- Recordings of browser sessions: segments of video, whose files are signed files.
alter table browser_sessions add column is_recorded boolean not null default false;
-- When the last segment was stored; null until then.
alter table browser_sessions add column recorded_at timestamptz;

create table browser_segments (
  session_id uuid not null references browser_sessions (id) on delete cascade,
  -- Zero-based number of the page.
  page integer not null,
  page_url text not null,
  -- Milliseconds since the recording began.
  start_ms integer not null,
  duration_ms integer not null,
  -- Links of the initialisation segment and of the media segment.
  init_link text not null,
  link text not null,
  primary key (session_id, page, start_ms)
);
