-- The only hosts that a key may reach; empty: all.
alter table api_keys add column allowed_hosts text[] not null default '{}';
