-- Places and credits for many pages at once, so that a crawl shares the team's with everything else.
-- All of it in the order slots, credits: whoever takes both locks takes them so.

-- How many places a background job may take now. A tenth stays free for requests that somebody waits for.
create function slots_for_jobs(team uuid) returns integer language plpgsql as $$
declare
  most integer;
  taken integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('slots:' || team::text, 0));
  select p.concurrency_max into most from teams t join plans p on p.name = t.plan where t.id = team;
  select count(*) into taken from slots where team_id = team and held_until > now();
  return greatest(0, coalesce(most, 0) - coalesce(most, 0) / 10 - taken);
end $$;

create function hold_slots(team uuid, ids uuid[], until timestamptz) returns void language sql as $$
  insert into slots (id, team_id, held_until) select id, team, until from unnest(ids) as id
  on conflict (id) do update set held_until = excluded.held_until
$$;

-- Credits that are neither spent nor set aside.
create function credits_left(team uuid) returns bigint language plpgsql as $$
begin
  perform open_credit_period(team);
  perform pg_advisory_xact_lock(hashtextextended('credits:' || team::text, 0));
  return credit_balance(team) - coalesce((select sum(amount) from credit_reservations
    where team_id = team and expires_at > now()), 0);
end $$;

create function hold_credits(team uuid, operations text[], each bigint, until timestamptz)
returns void language sql as $$
  insert into credit_reservations (team_id, operation_id, amount, expires_at)
  select team, operation, each, until from unnest(operations) as operation
  on conflict (team_id, operation_id) do update set amount = excluded.amount, expires_at = excluded.expires_at
$$;

-- Charges each operation once, whatever is repeated, and frees what was set aside for it. Answers what was charged now.
create function settle_credits(
  team uuid, by_key uuid, charge_kind text, operations text[], amounts bigint[]
) returns bigint language sql as $$
  with charges as (select * from unnest(operations, amounts) as charge (operation, amount)),
  entries as (
    insert into credit_entries (team_id, key_id, operation_id, kind, amount)
    select team, by_key, operation, charge_kind, -amount from charges where amount > 0
    on conflict do nothing returning id, amount),
  deltas as (
    insert into credit_deltas (entry_id, team_id, amount) select id, team, amount from entries),
  freed as (
    delete from credit_reservations
    where team_id = team and operation_id in (select operation from charges))
  select coalesce(-sum(amount), 0)::bigint from entries
$$;
