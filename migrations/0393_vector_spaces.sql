-- Which encoder has made the vectors of a page: those of different encoders are never compared. `none`: they are still to be made.
alter table search_pages add column vector_space text not null default 'built-in-1';
update search_pages set vector_space = 'none' where codes is null;
create index search_pages_vector_space on search_pages (vector_space);
