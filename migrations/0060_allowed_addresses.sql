-- Addresses and ranges that may use the keys of a team; none means any (contract section 19.2).
alter table teams add column allowed_addresses text[] not null default '{}';
