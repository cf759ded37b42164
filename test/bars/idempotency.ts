/** Fifty equal requests start one job, also when the service is killed between them. */
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { request } from 'undici'
import { report } from '#test/fixtures/bar.ts'
import { startPageSite } from '#test/fixtures/page-site.ts'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'

const equal = 50
const kills = Number(process.env['KILLS'] ?? 3)
const patienceMs = 30_000

await using site = await startPageSite(20, 20)

async function start(
  weir: WeirProcess,
  key: string | undefined,
): Promise<{ status: number; id: string }> {
  const answer = await request(`${weir.url}/v2/crawl`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${weir.key}`,
      'content-type': 'application/json',
      ...(key !== undefined && { 'x-idempotency-key': key }),
    },
    body: JSON.stringify({ url: `${site.url}/p/` }),
  })
  const body = (await answer.body.json()) as { id?: string }
  return { status: answer.statusCode, id: body.id ?? '' }
}

/** Asks again as a client does, until there is an answer. */
async function insist(weir: () => WeirProcess, key: string | undefined): Promise<string> {
  const late = Date.now() + patienceMs
  while (Date.now() < late) {
    const { status, id } = await start(weir(), key).catch(() => ({ status: 0, id: '' }))
    if (status === 200) return id
    await setTimeout(200)
  }
  return 'no answer'
}

/** Different jobs that fifty equal requests lead to, with the service killed while they are made. */
async function jobsOf(key: string | undefined, killsMax: number): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'weir-idempotency-'))
  let weir = await startWeir({ dataDir })
  const asking = Promise.all(Array.from({ length: equal }, () => insist(() => weir, key)))
  for (let kill = 0; kill < killsMax; kill++) {
    await setTimeout(5 + 10 * kill)
    weir.child.kill('SIGKILL')
    await once(weir.child, 'exit')
    weir = await startWeir({ dataDir })
  }
  const ids = new Set(await asking)
  await weir[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true, force: true })
  return ids.has('no answer') ? -1 : ids.size
}

const quiet = await jobsOf('9a3f2c1e-0000-4000-8000-000000000001', 0)
const killed = await jobsOf('9a3f2c1e-0000-4000-8000-000000000002', kills)
const control = await jobsOf(undefined, 0)

report(
  'idempotency',
  quiet === 1 && killed === 1 && control === equal,
  `${quiet} job of ${equal} equal POSTs, ${killed} with ${kills} kill -9; control (no key) ${control}`,
)
