-- The pages a team has scraped are what its maps know of a site (contract section 10.1).
alter table cached_pages add column host text generated always as (
  lower(substring(url from '^https?://(?:[^/@]*@)?(?:www\.)?(\[[^\]]*\]|[^/:?#]+)'))) stored;
create index cached_pages_host on cached_pages (team_id, reverse(host) text_pattern_ops);
