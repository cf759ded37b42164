-- Deliveries are handed out job by job: the first event nobody has been told of, and some that are told again.
drop index deliveries_waiting;
create index deliveries_untold on deliveries (job_id, position) where state = 'waiting' and attempts = 0;
create index deliveries_again on deliveries (job_id, ready_at) where state = 'waiting' and attempts > 0;
create index deliveries_held on deliveries (held_until) where state = 'waiting';
