-- Jobs and monitors belong to whoever asked for them: an access key, a session, a schedule, or a run of an agent.
alter table jobs add column principal jsonb;
update jobs set principal = jsonb_build_object('kind', 'key', 'id', key_id);
alter table jobs alter column principal set not null, drop column key_id;
alter table monitors add column requester jsonb;
update monitors set requester = jsonb_build_object('kind', 'key', 'id', key_id);
alter table monitors drop column key_id;

-- Null for activity in which no access key is involved.
alter table activity alter column key_id drop not null;
