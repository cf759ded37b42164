/**
 * A data folder of the release before starts with these sources: its key and its crawl are there, and a new crawl runs. The other way
 * round, the older sources refuse the folder with a sentence. The release before is the last tag or WEIR_UPGRADE_FROM. Without one, it is
 * the commit before the newest migration, and the refusal is that of these sources without their newest migration. Needs the history
 * of git. Control: the older sources run on their own folder.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, globSync, mkdirSync, mkdtempDisposableSync } from 'node:fs'
import { readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { report } from '#test/fixtures/acceptance.ts'
import { send } from '#test/fixtures/ask.ts'
import { copySources } from '#test/fixtures/copy-sources.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'

const root = join(import.meta.dirname, '../..')
const looksMax = 600
using folder = mkdtempDisposableSync(join(tmpdir(), 'weir-upgrade-'))
// Releases before 0.2 do not start below a folder that only root enters.
chmodSync(folder.path, 0o755)
await using site = await startPages({ '/': article('The mill'), '/next': article('The lock') })

const git = (...args: readonly string[]) =>
  spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim()

/** Empty when nothing was released yet. */
const tag =
  process.env['WEIR_UPGRADE_FROM'] ??
  git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^')

function findCommitBeforeMigration(): string {
  const newest = git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'migrations/*.sql')
  return git('rev-parse', '--short', `${newest}^`)
}

function makeFolder(name: string): string {
  const path = join(folder.path, name)
  mkdirSync(path)
  return path
}

const readLock = (path: string) => readFileSync(join(path, 'package-lock.json'), 'utf8')

/** Where the lock file differs, the older sources install their own packages. */
function usePackages(sources: string): void {
  if (readLock(sources) === readLock(root))
    symlinkSync(join(root, 'node_modules'), join(sources, 'node_modules'))
}

function checkOut(revision: string): string {
  const sources = makeFolder('older')
  const archive = execFileSync('git', ['archive', revision], { cwd: root, maxBuffer: 1024 ** 3 })
  execFileSync('tar', ['-x', '-C', sources], { input: archive })
  usePackages(sources)
  return sources
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

const before = tag === '' ? findCommitBeforeMigration() : tag
const older = checkOut(before)
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
const refusing = tag === '' ? copyWithoutNewestMigration() : older
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
