-- Search targets of monitors: what the searches of a check found. Null for pages and sites.
alter table monitor_check_jobs add column search jsonb;
