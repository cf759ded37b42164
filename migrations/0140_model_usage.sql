-- Tokens of the language model that each team has used, by calendar month (UTC).
create table model_usage (
  team_id uuid not null references teams (id) on delete cascade,
  month date not null,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  calls bigint not null default 0,
  primary key (team_id, month)
);
