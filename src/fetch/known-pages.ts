import type { Sql } from '#storage/database.ts'

/** Returns URLs of the team's pages of a host (without `www.`) and its subdomains, most recently used first. */
export type KnownPages = (teamId: string, host: string, limit: number) => Promise<string[]>

/** Reads known pages from the page cache. */
export function createKnownPages({ database }: { readonly database: Sql }): KnownPages {
  return async function knownPages(teamId, host, limit) {
    const rows = await database.query<{ url: string }>(
      `select url from cached_pages
       where team_id = $1 and (reverse(host) = reverse($2) or reverse(host) like reverse($2) || '.%')
         and headers ->> 'content-type' like 'text/html%'
         and url !~ '/robots\\.txt$|\\.xml(\\.gz)?$'
       group by url order by max(used_at) desc, url limit $3`,
      [teamId, host, limit],
    )
    return rows.map(({ url }) => url)
  }
}
