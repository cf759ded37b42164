-- Words of what each team has read, for searches. Without these extensions (a server that does not permit them) searches
-- work, slower with many teams and without corrections of spelling.
do $$
declare
  name text;
begin
  foreach name in array array['btree_gin', 'pg_trgm', 'fuzzystrmatch'] loop
    begin
      execute format('create extension if not exists %I', name);
    exception when others then
      raise notice 'extension % is not available: %', name, sqlerrm;
    end;
  end loop;
end $$;

create table search_pages (
  team_id uuid not null,
  id bigint generated always as identity,
  -- SHA-256 of the canonical URL: a page that is read again replaces itself.
  url_key bytea not null,
  url text not null,
  -- Lower case, without `www.`.
  host text not null,
  -- ISO 639-1; null when unknown.
  language text,
  title text not null,
  -- The text, zstd.
  body bytea not null,
  -- SHA-256 of the folded text: equal pages are one result.
  content_key bytea not null,
  -- A title and path, B headings, D text; folded before.
  terms tsvector not null,
  words integer not null,
  published_at timestamptz,
  first_seen_at timestamptz not null,
  read_at timestamptz not null,
  primary key (team_id, id),
  unique (team_id, url_key)
);
alter table search_pages alter column body set storage external;
create index search_pages_host on search_pages (team_id, reverse(host) text_pattern_ops);
create index search_pages_read on search_pages (read_at);
do $$
begin
  if exists (select from pg_extension where extname = 'btree_gin') then
    create index search_pages_terms on search_pages using gin (team_id, terms) with (gin_pending_list_limit = 4096);
  else
    create index search_pages_terms on search_pages using gin (terms) with (gin_pending_list_limit = 4096);
  end if;
end $$;

-- Pages of the cache that are not in the index yet; written by the statement that writes the page into the cache.
create table search_pending (
  id bigint generated always as identity primary key,
  team_id uuid not null,
  cache_key bytea not null,
  created_at timestamptz not null default now()
);

-- Folded words of the pages, against errors of spelling.
create table search_words (
  team_id uuid not null,
  word text not null,
  primary key (team_id, word)
);
do $$
begin
  if exists (select from pg_extension where extname = 'pg_trgm') then
    create index search_words_similar on search_words using gin (word gin_trgm_ops);
  end if;
end $$;
