// acceptance: quick, together
/**
 * A search returns no page of another team, none under zero data retention, and none that was deleted. Control: the same page,
 * read by the searching team.
 */
import { randomUUID } from 'node:crypto'
import { isQuick, report } from '#test/fixtures/acceptance.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { eventually } from '#test/fixtures/search/eventually.ts'
import { filesWith } from '#test/fixtures/search-files.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { firstKey, startService } from '#test/service.ts'
import { createPageIndex } from '#page-index/create-page-index.ts'

const searches = isQuick ? 100 : 1_000
const mark = `mark${randomUUID().replaceAll(/[^a-f]/g, '')}`
const secret = `secret${randomUUID().replaceAll('-', '')}`
await using service = await startService()
await using site = await startPages({
  '/open': article(`Open ${mark}`),
  '/secret': article(`Secret ${secret}`),
})

const scrape = (path: string, key: string) =>
  service.ask('POST', '/v2/scrape', { body: { url: `${site.url}${path}`, maxAge: 0 }, key })

async function hits(query: string, key: string): Promise<number> {
  const { body } = await service.ask('POST', '/v2/search', { body: { query }, key })
  return (body.data?.web ?? []).length as number
}

const other = await addTeam(service.database)
const sealed = await addTeam(service.database, { zeroDataRetention: 'forced' })
await scrape('/open', firstKey)
await scrape('/secret', sealed.key)
const control = await eventually(
  () => hits(mark, firstKey),
  (count) => count > 0,
)
let foreign = 0
for (let round = 0; round < searches; round++) {
  foreign += await hits(round % 2 === 0 ? mark : `"${mark}" open`, other.key)
}
const kept = (await hits(secret, sealed.key)) + (await hits(secret, firstKey))
const rows = await service.database.query(
  `select from search_words where word = $1 union all select from search_pages where title ~ $1`,
  [secret],
)
const files = await filesWith(secret, service.dataDir)

const [team] = await service.database.query<{ id: string }>(
  'select team_id as id from search_pages',
)
const index = createPageIndex({
  database: service.database,
  clock: { now: () => new Date() },
  budget: { daysMax: 30, pagesMax: 1_000 },
})
await index.deletePages(team?.id ?? '', { kind: 'host', host: '127.0.0.1' })
const forgotten = await hits(mark, firstKey)

report(
  'search-tenancy',
  foreign === 0 &&
    kept === 0 &&
    rows.length === 0 &&
    files.length === 0 &&
    forgotten === 0 &&
    control === 1,
  `${foreign} hits in ${searches} searches of another team; ${kept} hits, ${rows.length} rows and ${files.length} files under zero data retention; ${forgotten} hits after deletion; control ${control}`,
)
