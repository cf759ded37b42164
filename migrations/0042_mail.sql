-- E-mails (contract section 13). Written in the transaction of the thing they tell.
create table mails (
  -- Also the Message-ID, the same in every attempt.
  id uuid primary key,
  team_id uuid not null,
  -- Sealed: whom it is for, and what it says.
  mail text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  ready_at timestamptz not null,
  held_until timestamptz,
  failure text,
  created_at timestamptz not null
);
create index mails_waiting on mails (ready_at) where state = 'waiting';
create index mails_created on mails (created_at);

-- Who gets the e-mails of a monitor, and what they have said to it.
create table monitor_recipients (
  monitor_id uuid not null references monitors on delete cascade,
  email text not null,
  status text not null check (status in ('pending', 'confirmed', 'unsubscribed')),
  -- SHA-256 of the tokens in the links of their e-mails.
  confirm_hash bytea not null unique,
  unsubscribe_hash bytea not null unique,
  created_at timestamptz not null,
  primary key (monitor_id, email)
);

alter table monitor_checks add column notification_status jsonb;
