-- Pages of a job that the site did not return, although it responded.
alter table jobs add column refused integer not null default 0;
