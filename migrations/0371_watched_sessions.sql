-- Whether the memory of a session is limited by watching only, because its process has no control group.
alter table browser_sessions add column is_watched boolean not null default false;
