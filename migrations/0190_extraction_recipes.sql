-- Where the data of pages of one layout are: selectors that a language model has written for a team, a host and a schema.
create table extraction_recipes (
  team_id uuid not null,
  host text not null,
  key bytea not null,
  recipe jsonb not null,
  used_at timestamptz not null default now(),
  primary key (team_id, host, key)
);

create index extraction_recipes_by_use on extraction_recipes (used_at);
