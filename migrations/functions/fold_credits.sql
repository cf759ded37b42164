-- Adds the pending entries of a team to its balance once there are more than 32. The caller holds the lock of the team's credits.
create or replace function fold_credits(team uuid) returns void language plpgsql as $$
declare
  moved bigint;
begin
  if not exists (select from credit_deltas where team_id = team offset 32) then return; end if;
  with folding as (delete from credit_deltas where team_id = team returning amount)
  select coalesce(sum(amount), 0) into moved from folding;
  update credit_balances set folded = folded + moved where team_id = team;
end $$;
