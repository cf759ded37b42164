-- Requests without a key share one team: what one network has read or announced is not for the others.
alter table scrapes add column network text;
alter table uploads add column network text;
alter table keyless_credits add column expires_at timestamptz not null default now() + interval '1 hour';
alter table keyless_credits alter column expires_at drop default;
