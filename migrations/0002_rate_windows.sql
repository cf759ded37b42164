-- One window per team and bucket; a crash of the database may forget it.
create unlogged table rate_windows (
  team_id uuid not null,
  bucket text not null,
  ends_at timestamptz not null,
  used bigint not null,
  primary key (team_id, bucket)
);
