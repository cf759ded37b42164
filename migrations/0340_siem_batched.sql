-- The number of events in batches, so that it need not be counted.
alter table siem_settings add column batched bigint not null default 0;
update siem_settings s set batched = coalesce(
  (select sum(events) from siem_batches b where b.team_id = s.team_id), 0);
