-- Ends the writing of a profile by a browser session.
create or replace function release_profiles(writer uuid) returns void language sql as $$
  update profiles set lease_owner = null, leased_until = null where lease_owner = writer
$$;
