-- Answers of the language model, kept for a day: the same question about the same text is not asked twice.
create table model_answers (
  team_id uuid not null references teams (id) on delete cascade,
  key bytea not null,
  answer bytea not null,
  created_at timestamptz not null default now(),
  primary key (team_id, key)
);

create index model_answers_by_age on model_answers (created_at);
