-- What callers asked for may hold their secrets: answers kept for idempotency and targets of activity are written sealed.
alter table idempotency_keys alter column body type text using body::text;
alter table activity drop column target;
alter table activity add column sealed_target text;
