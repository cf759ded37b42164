-- Words one edit away are looked up by themselves.
drop index if exists search_words_similar;
