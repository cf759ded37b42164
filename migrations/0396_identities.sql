-- Accounts at an OpenID Connect provider with which people sign in.
create table identities (
  issuer text not null,
  subject text not null,
  person_id uuid not null references people (id) on delete cascade,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index identities_person on identities (person_id);
