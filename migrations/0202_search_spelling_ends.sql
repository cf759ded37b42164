-- Words two edits away are looked for among those that begin or end alike.
create index search_words_start on search_words (team_id, left(word, 2));
create index search_words_end on search_words (team_id, right(word, 2));
