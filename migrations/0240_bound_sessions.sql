-- How to open the page of a scrape again: final URL and options, sealed. Null for documents that are no pages.
alter table scrapes add column replay text;

-- The scrape whose page a session shows; it has at most one session at a time.
alter table browser_sessions add column scrape_id uuid;
-- Whether a language model has used the session, which costs more.
alter table browser_sessions add column is_prompted boolean not null default false;
create unique index browser_sessions_of_scrape on browser_sessions (scrape_id) where state = 'active';
create index browser_sessions_by_scrape on browser_sessions (scrape_id) where scrape_id is not null;
