-- Whether the bucket may have the file of an upload.
alter table uploads add column in_bucket boolean not null default false;
create index uploads_in_bucket on uploads (expires_at) where in_bucket;
