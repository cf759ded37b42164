-- Returns the names of all API keys, revoked ones too.
create or replace function api_key_names() returns table (key_id uuid, key_name text) language sql stable as $$
  select id, name from api_keys
$$;
