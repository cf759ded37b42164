-- What a check may cost is a product of numbers of the caller.
alter table monitor_checks alter column estimated_credits type bigint,
  alter column reserved_credits type bigint, alter column actual_credits type bigint;

-- Who starts or ends a check says so first: a check whose start or end fails, or ends the process, is left alone for a while, and
-- given up after some attempts. Zero again when it has been started.
alter table monitor_checks add column attempts smallint not null default 0, add column held_until timestamptz;
