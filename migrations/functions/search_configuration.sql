-- Returns the text search configuration of this name, or the one without stemming if the server does not have it.
create or replace function search_configuration(name text) returns regconfig language sql stable as $$
  select coalesce(
    (select oid::regconfig from pg_ts_config where cfgname = name and cfgnamespace = 'pg_catalog'::regnamespace),
    'pg_catalog.simple'::regconfig)
$$;
