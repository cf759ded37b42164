import type { Sql } from '#storage/database.ts'
import type { Deletion } from './page-index.ts'
import { urlKey } from './page-key.ts'

/** Removes pages of a team, and with all of them its words; other words go with the sweeps. */
export async function deletePages(sql: Sql, teamId: string, what: Deletion): Promise<void> {
  if (what.kind === 'all') {
    await sql.query(
      `with pages as (delete from search_pages where team_id = $1),
       pending as (delete from search_pending where team_id = $1),
       links as (delete from search_links where team_id = $1),
       frequencies as (delete from search_frequencies where team_id = $1),
       estimates as (delete from search_estimates where team_id = $1)
       delete from search_words where team_id = $1`,
      [teamId],
    )
  } else if (what.kind === 'host') {
    await sql.query(
      `with links as (
         delete from search_links where team_id = $1
           and (reverse(host) = reverse($2) or reverse(host) like reverse($2) || '.%'))
       delete from search_pages where team_id = $1
         and (reverse(host) = reverse($2) or reverse(host) like reverse($2) || '.%')`,
      [teamId, what.host.toLowerCase()],
    )
  } else {
    await sql.query(
      `with links as (delete from search_links where team_id = $1 and url_key = any($2))
       delete from search_pages where team_id = $1 and url_key = any($2)`,
      [teamId, what.urls.map(urlKey)],
    )
  }
}
