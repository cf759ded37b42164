-- SHA-256 of the token in the links of e-mails that were sent before WEIR_SECRET was changed.
alter table monitor_recipients add column former_unsubscribe_hash bytea;
create index monitor_recipients_former on monitor_recipients (former_unsubscribe_hash)
  where former_unsubscribe_hash is not null;
