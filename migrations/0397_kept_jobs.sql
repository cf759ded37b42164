-- Name of a set of results that is stored until somebody says otherwise.
alter table jobs add column kept_as text;
