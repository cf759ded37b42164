-- Which secret the processes of this service share. `fingerprint` is of the secret that encrypts; `previous` is of the one before it, until
-- everything is encrypted with the new one.
create table service_secret (
  is_only boolean primary key default true check (is_only),
  fingerprint bytea not null,
  previous bytea
);
