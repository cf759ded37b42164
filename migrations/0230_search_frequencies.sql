-- How many pages of a large team hold each frequent word, so that searches need not count them. Estimated from a sample.
create table search_frequencies (
  team_id uuid not null,
  lexeme text not null,
  -- Share of the pages, 0 to 1.
  share real not null,
  primary key (team_id, lexeme)
);

-- Teams with frequencies, the pages that they had when these were estimated, and the languages of these, the most frequent first.
create table search_estimates (
  team_id uuid primary key,
  pages integer not null,
  languages text[] not null default '{}'
);

-- Words of titles, paths and headings alone: of very many pages with the words of a query, those that have them there are ranked.
do $$
begin
  if exists (select from pg_extension where extname = 'btree_gin') then
    create index search_pages_names on search_pages using gin (team_id, ts_filter(terms, '{a,b}'));
  else
    create index search_pages_names on search_pages using gin (ts_filter(terms, '{a,b}'));
  end if;
end $$;
