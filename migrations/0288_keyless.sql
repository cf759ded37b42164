-- Requests without a key: one team and plan for all of them, and what each network has used today. Networks are stored as keyed hashes.
insert into plans
select 'keyless', requests_per_minute || '{"scrape": 100, "search": 100, "status": 1000}', 5, 100, 1000000, true
from plans where name = 'standard';

alter table teams add column is_keyless boolean not null default false;
create unique index teams_keyless on teams (is_keyless) where is_keyless;

create table keyless_requests (
  day date not null,
  network text not null,
  requests integer not null,
  primary key (day, network)
);

-- Credits of operations that run or have run.
create table keyless_credits (
  operation_id text primary key,
  day date not null,
  network text not null,
  amount integer not null,
  is_charged boolean not null default false
);
create index keyless_credits_network on keyless_credits (day, network);
