-- What pages of a site call the pages that they link to: texts of links in their main content.
create table search_links (
  team_id uuid not null,
  -- The page that is linked to, as in `search_pages`.
  url_key bytea not null,
  host text not null,
  -- Folded.
  texts text[] not null,
  -- The texts, all of weight C.
  terms tsvector not null,
  updated_at timestamptz not null,
  primary key (team_id, url_key)
);
create index search_links_host on search_links (team_id, reverse(host) text_pattern_ops);
create index search_links_updated on search_links (updated_at);
do $$
begin
  if exists (select from pg_extension where extname = 'btree_gin') then
    create index search_links_terms on search_links using gin (team_id, terms);
  else
    create index search_links_terms on search_links using gin (terms);
  end if;
end $$;
