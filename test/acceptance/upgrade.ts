/**
 * A data folder of the release before starts with these sources: its key and its crawl are there, and a new crawl runs. The other way
 * round, the older sources refuse the folder with a sentence. The release before is the last tag or WEIR_UPGRADE_FROM. Without one, it is
 * the commit before the newest migration, and the refusal is that of these sources without their newest migration. Needs the history
 * of git. Control: the older sources run on their own folder.
 */
import { chmodSync, globSync, mkdirSync, mkdtempDisposableSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { report } from '#test/fixtures/acceptance.ts'
import { send } from '#test/fixtures/ask.ts'
import { copySources } from '#test/fixtures/copy-sources.ts'
import {
  checkOut,
  findOlderRevision,
  releaseBefore,
  usePackages,
} from '#test/fixtures/older-sources.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'

const looksMax = 600
using folder = mkdtempDisposableSync(join(tmpdir(), 'weir-upgrade-'))
// Releases before 0.2 do not start below a folder that only root enters.
chmodSync(folder.path, 0o755)
await using site = await startPages({ '/': article('The mill'), '/next': article('The lock') })

function makeFolder(name: string): string {
  const path = join(folder.path, name)
  mkdirSync(path)
  return path
}

function copyWithoutNewestMigration(): string {
  const sources = makeFolder('refusing')
  copySources(sources)
  usePackages(sources)
  const newest = globSync('migrations/*.sql', { cwd: sources }).toSorted().at(-1) ?? ''
  rmSync(join(sources, newest))
  return sources
}

async function crawl(weir: WeirProcess): Promise<string> {
  const { body } = await send<{ id: string }>(weir, 'POST /v2/crawl', {
    body: { url: site.url, limit: 2 },
  })
  return body.id
}

async function countPages(weir: WeirProcess, id: string): Promise<number> {
  for (let look = 0; look < looksMax; look++) {
    const { body } = await send<{ status: string; data: readonly object[] }>(
      weir,
      `GET /v2/crawl/${id}`,
    )
    if (body.status === 'completed') return body.data.length
    await sleep(100)
  }
  return 0
}

const before = findOlderRevision()
const older = checkOut(before, join(folder.path, 'older'))
const dataDir = makeFolder('data')
const counts: number[] = []
let id = ''
{
  await using weir = await startWeir({ root: older, dataDir })
  id = await crawl(weir)
  counts.push(await countPages(weir, id))
}
{
  await using weir = await startWeir({ dataDir })
  counts.push(await countPages(weir, id), await countPages(weir, await crawl(weir)))
}
const refusing = releaseBefore() === '' ? copyWithoutNewestMigration() : older
const refusal = await startWeir({ root: refusing, dataDir }).then(
  async (weir) => {
    await weir[Symbol.asyncDispose]()
    return 'it starts'
  },
  (error: unknown) => /^A newer version of Weir.*$/m.exec(String(error))?.[0] ?? String(error),
)
const [control, kept, made] = counts
report(
  'upgrade',
  counts.join() === '2,2,2' && refusal.startsWith('A newer version of Weir'),
  `from ${before}: ${kept} of 2 pages kept, ${made} of 2 new; control ${control} of 2; back: ${refusal}`,
)
