-- The text search configuration of this name, or the one without stemming where the server has none.
create or replace function search_configuration(name text) returns regconfig language sql stable as $$
  select coalesce(
    (select oid::regconfig from pg_ts_config where cfgname = name and cfgnamespace = 'pg_catalog'::regnamespace),
    'pg_catalog.simple'::regconfig)
$$;
