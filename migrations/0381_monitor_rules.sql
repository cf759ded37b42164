-- What the rules of a target have found on a page.
alter table monitor_pages add column watched jsonb;
