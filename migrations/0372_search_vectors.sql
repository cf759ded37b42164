-- What the passages of pages are about, for searches in other words than those of the pages. Null for pages that were indexed before.
create sequence search_vector_versions;
alter table search_pages
  -- Of each passage the signs of its vector, 32 bytes, by which all pages of a team are compared.
  add column codes bytea,
  -- Of each passage its vector, 128 bytes, by which the likely pages are ranked.
  add column vectors bytea,
  -- Grows with each write, so that a process reads what is new to it.
  add column vector_version bigint;
alter table search_pages alter column codes set storage plain;
alter table search_pages alter column vectors set storage external;
create index search_pages_vectors on search_pages (team_id, vector_version) where codes is not null;
