-- How search providers are: circuit breaker, pace and day quota, shared by all processes.
create table search_providers (
  name text primary key,
  failures integer not null default 0,
  -- Length of the current or last rest; 0 since the last success.
  rest_ms integer not null default 0,
  resting_until timestamptz not null default '-infinity',
  next_at timestamptz not null default '-infinity',
  -- The UTC day that `used` counts calls of.
  day date,
  used integer not null default 0
);
