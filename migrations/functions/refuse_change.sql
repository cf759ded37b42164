-- Trigger function of append-only tables: every change fails.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
