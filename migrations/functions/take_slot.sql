-- Takes a concurrency slot; returns false when all slots of the team are taken. Locking and counting are two statements, so that
-- the count includes what the previous owner of the lock has committed. Expired rows do not count.
-- A request that waits asks again after a tenth of a second, on a busy machine later; jobs leave it a slot until then.
create or replace function take_slot(slot uuid, team uuid, slots_max integer, until timestamptz) returns boolean
language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('slots:' || team::text, 0));
  if (select count(*) from slots where team_id = team and expires_at > now()) >= slots_max then
    insert into slot_waits (team_id, expires_at) values (team, now() + interval '2 seconds')
    on conflict (team_id) do update set expires_at = excluded.expires_at;
    return false;
  end if;
  delete from slot_waits where team_id = team;
  insert into slots (id, team_id, expires_at) values (slot, team, until);
  return true;
end $$;
