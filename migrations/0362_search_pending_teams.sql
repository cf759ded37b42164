-- The indexer takes pages of all teams in turn.
create index search_pending_teams on search_pending (team_id, id);
