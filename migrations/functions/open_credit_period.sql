-- Opens the billing period of a team when one is due: unused credits of the plan expire, and those of the new period are added once.
create or replace function open_credit_period(team uuid) returns void language plpgsql as $$
declare
  billing record;
  present record;
  months integer;
  starts timestamptz;
  unused bigint;
begin
  perform pg_advisory_xact_lock(hashtextextended('credits:' || team::text, 0));
  select t.created_at, p.credits_per_period as credits, p.credits_renew as renews into billing
    from teams t join plans p on p.name = t.plan where t.id = team;
  if not found then return; end if;
  select * into present from credit_balances where team_id = team;
  if found and (present.period_end is null or present.period_end > now()) then return; end if;
  months := (extract(year from age(now(), billing.created_at)) * 12
    + extract(month from age(now(), billing.created_at)))::integer;
  starts := billing.created_at + make_interval(months => months);
  if present.team_id is not null then
    -- Credits of the plan are spent before granted ones, which do not expire.
    -- Charges since the start of the new period count against the new period.
    select greatest(0, least(
        credit_balance(team) - coalesce(sum(amount) filter (where created_at >= starts), 0),
        coalesce(sum(amount) filter (where created_at < starts), 0))) into unused
      from credit_entries
      where team_id = team and kind not in ('grant', 'expiry') and created_at >= present.period_start;
    if unused > 0 then
      perform add_credit_entry(team, null, 'period:' || present.period_start, 'expiry', -unused, null);
    end if;
  end if;
  perform add_credit_entry(team, null, 'period:' || starts, 'period', billing.credits, null);
  insert into credit_balances (team_id, folded, period_start, period_end)
    values (team, 0, starts,
      case when billing.renews then billing.created_at + make_interval(months => months + 1) end)
    on conflict (team_id) do update
      set period_start = excluded.period_start, period_end = excluded.period_end;
end $$;
