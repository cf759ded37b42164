-- E-mails are counted by address and by team, so that nobody is flooded through monitors; addresses as SHA-256.
alter table mails add column purpose text not null default 'notification'
  check (purpose in ('confirmation', 'notification'));
alter table mails add column address bytea;
create index mails_of_address on mails (address, created_at);
create index mails_of_team on mails (team_id, created_at);

-- Addresses that answered a request for confirmation with "unsubscribe": no monitor of any team asks them again.
create table mail_suppressions (
  address bytea primary key,
  created_at timestamptz not null
);

-- When the address was asked to confirm; null while a limit stands against it.
alter table monitor_recipients add column asked_at timestamptz;
update monitor_recipients set asked_at = created_at;
