import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startExternalPostgres } from '#test/fixtures/external-postgres.ts'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'
import { crawl, type Crawl } from './contenders.ts'
import { watchMemory } from './tree-memory.ts'

/** The same crawl with one API process and `count` workers on one PostgreSQL. */
export async function crawlWithWorkers(start: string, count: number): Promise<Crawl> {
  await using stack = new AsyncDisposableStack()
  const postgres = stack.use(await startExternalPostgres())
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'weir-workers-')))
  const env = {
    DATABASE_URL: postgres.url,
    WEIR_SECRET: 'a secret that all of these processes share',
    WEIR_HOST_PAGES_MAX: '128',
  }
  const weir = async (role: string): Promise<WeirProcess> =>
    stack.use(await startWeir({ env: { ...env, WEIR_ROLE: role }, dataDir: folder.path }))
  const api = await weir('api')
  const workers: WeirProcess[] = []
  for (let n = 0; n < count; n++) workers.push(await weir('worker'))
  const memory = watchMemory(async () => [api, ...workers].map(({ child }) => child.pid ?? 0))
  const done = await crawl(api, start)
  return { ...done, memoryMb: await memory.mostMb() }
}
