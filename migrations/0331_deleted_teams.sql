-- A deleted team stays as a row, because the ledger of its credits refers to it.
alter table teams add column deleted_at timestamptz;
-- When everything that it ran had been ended.
alter table teams add column ended_at timestamptz;
create index teams_ending on teams (deleted_at) where deleted_at is not null and ended_at is null;
