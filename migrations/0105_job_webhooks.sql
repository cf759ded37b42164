-- Where the deliveries of a job go, with headers and metadata: stored once for all of them, sealed. A URL may hold secrets, too.
create table job_webhooks (
  job_id uuid not null,
  -- Of the URL, the headers and the metadata: a monitor may be given another webhook while a check runs.
  identity bytea not null,
  webhook text not null,
  primary key (job_id, identity)
);
-- Null for deliveries written before: their event, which is sealed, holds the webhook.
alter table deliveries drop column url;
alter table deliveries add column webhook_identity bytea;
alter table deliveries add foreign key (job_id, webhook_identity) references job_webhooks;
create index deliveries_of_webhook on deliveries (job_id, webhook_identity);
