-- What a page as a whole is about: the vector of its title and beginning, 128 bytes. Null for pages that were indexed before.
alter table search_pages add column head_vector bytea;
alter table search_pages alter column head_vector set storage plain;
