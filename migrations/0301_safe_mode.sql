-- Refuses what acts in the name of a person on a site.
alter table teams add column safe_mode boolean not null default false;
