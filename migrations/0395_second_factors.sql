-- How people prove at sign-in that they have their authenticator app.
create table second_factors (
  person_id uuid primary key references people (id) on delete cascade,
  -- Encrypted.
  secret text not null,
  -- In force once a first code was right.
  is_confirmed boolean not null default false,
  -- The step of 30 seconds whose code was used last: each is taken once.
  last_step bigint not null default 0,
  -- Hashes of the recovery codes that are left.
  recovery bytea[] not null default '{}',
  created_at timestamptz not null
);
