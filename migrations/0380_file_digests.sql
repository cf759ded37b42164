-- The same picture of the same team keeps its link. Set once the file is written.
alter table files add column digest bytea;
create index files_digest on files (team_id, digest) where digest is not null;
