-- The ledger (contract section 18): entries are only ever added; charges are negative.
create table credit_entries (
  id bigint generated always as identity primary key,
  team_id uuid not null references teams (id),
  key_id uuid,
  -- What is paid for; unique, so that repeating a charge is harmless.
  operation_id text not null,
  kind text not null check (kind in ('scrape', 'grant', 'period', 'expiry')),
  amount bigint not null,
  note text,
  created_at timestamptz not null default now(),
  unique (team_id, operation_id, kind)
);
create index credit_entries_team on credit_entries (team_id, created_at);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end $$;
create trigger credit_entries_append_only before update or delete or truncate on credit_entries
  for each statement execute function refuse_change();

-- The balance is the folded sum and the deltas not folded yet, so that charges never queue behind one row.
create table credit_balances (
  team_id uuid primary key references teams (id),
  folded bigint not null,
  period_start timestamptz not null,
  -- Null when the credits of the plan are given once.
  period_end timestamptz
);

create table credit_deltas (
  entry_id bigint primary key,
  team_id uuid not null,
  amount bigint not null
);
create index credit_deltas_team on credit_deltas (team_id);

create unlogged table credit_reservations (
  team_id uuid not null,
  operation_id text not null,
  amount bigint not null,
  expires_at timestamptz not null,
  primary key (team_id, operation_id)
);

create function credit_balance(team uuid) returns bigint language sql stable as $$
  select coalesce((select folded from credit_balances where team_id = team), 0)
    + coalesce((select sum(amount) from credit_deltas where team_id = team), 0)::bigint
$$;

create function add_credit_entry(
  team uuid, by_key uuid, operation text, entry_kind text, entry_amount bigint, entry_note text
) returns void language sql as $$
  with entry as (
    insert into credit_entries (team_id, key_id, operation_id, kind, amount, note)
    values (team, by_key, operation, entry_kind, entry_amount, entry_note)
    on conflict do nothing
    returning id, amount)
  insert into credit_deltas (entry_id, team_id, amount) select id, team, amount from entry
$$;

-- Opens the billing period when one is due: what is left of the plan's credits ends, new ones come once.
create function open_credit_period(team uuid) returns void language plpgsql as $$
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
    -- Credits of the plan are spent first; granted ones outlive the period.
    select greatest(0, least(credit_balance(team), sum(amount))) into unused from credit_entries
      where team_id = team and kind in ('period', 'scrape') and created_at >= present.period_start;
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

-- True when the credits were set aside. The lock makes the sum exact; it is held for this statement alone.
create function reserve_credits(team uuid, operation text, wanted bigint, until timestamptz)
returns boolean language plpgsql as $$
declare
  moved bigint;
  available bigint;
begin
  -- A lost reservation harms nobody: the work it was for died with it.
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(hashtextextended('credits:' || team::text, 0));
  if (select count(*) from credit_deltas where team_id = team) > 32 then
    with folding as (delete from credit_deltas where team_id = team returning amount)
    select coalesce(sum(amount), 0) into moved from folding;
    update credit_balances set folded = folded + moved where team_id = team;
  end if;
  available := credit_balance(team) - coalesce((select sum(amount) from credit_reservations
    where team_id = team and expires_at > now()), 0);
  if available < wanted then return false; end if;
  insert into credit_reservations values (team, operation, wanted, until)
    on conflict (team_id, operation_id) do update set amount = excluded.amount, expires_at = excluded.expires_at;
  return true;
end $$;
