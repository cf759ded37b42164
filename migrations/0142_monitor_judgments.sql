-- What the language model says of a change, measured against the goal of the monitor.
alter table monitor_pages add column judgment jsonb;
