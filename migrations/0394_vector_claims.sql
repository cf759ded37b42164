-- Pages whose vectors a process is making, or could not make.
create table search_vector_claims (
  team_id uuid not null,
  page_id bigint not null,
  -- `vector_version` of the page: one that was written again is tried anew.
  version bigint,
  -- How often no vectors could be made of it.
  attempts smallint not null default 0,
  -- From when on it may be claimed.
  due_at timestamptz not null,
  primary key (team_id, page_id),
  foreign key (team_id, page_id) references search_pages (team_id, id) on delete cascade
);
