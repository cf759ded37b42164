/**
 * Pages are found within two seconds after their scrape, also those written just before the service is killed. The control runs
 * without the index.
 */
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { report } from '#test/fixtures/acceptance.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'

const pages = 200
const lateMs = 2_000
/** Words that no stemmer conflates. */
const word = (number: number) =>
  `w${Array.from(String(number), (digit) => 'bcdfghjklm'[Number(digit)]).join('')}x`
const paths = Array.from({ length: pages * 2 }, (_, number) => `/${number}`)
await using site = await startPages(
  Object.fromEntries(paths.map((path, number) => [path, article(`Page ${word(number)}`)])),
)

async function call(service: WeirProcess, path: string, body: object): Promise<unknown> {
  const answer = await request(`${service.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return answer.body.json()
}

const scrape = (service: WeirProcess, number: number) =>
  call(service, '/v2/scrape', { url: `${site.url}/${number}` })

async function isFound(service: WeirProcess, number: number): Promise<boolean> {
  const reply = (await call(service, '/v2/search', { query: word(number) })) as {
    data?: { web: { url: string }[] }
  }
  return reply.data?.web[0]?.url === `${site.url}/${number}`
}

/** Milliseconds until each page is found; infinite if it is not found in time. */
async function delays(service: WeirProcess, numbers: readonly number[]): Promise<number[]> {
  const measured: number[] = []
  for (const number of numbers) {
    await scrape(service, number)
    const since = performance.now()
    let found = false
    while (!found && performance.now() - since < lateMs * 5) {
      found = await isFound(service, number)
      if (!found) await sleep(50)
    }
    measured.push(found ? performance.now() - since : Infinity)
  }
  return measured
}

async function foundOf(service: WeirProcess, numbers: readonly number[]): Promise<number> {
  const found = await Promise.all(numbers.map((number) => isFound(service, number)))
  return found.filter(Boolean).length
}

const first = Array.from({ length: pages }, (_, number) => number)
const second = first.map((number) => number + pages)
await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-fresh-'))

const running = await startWeir({ dataDir: folder.path })
const measured = await delays(running, first)
await Promise.all(second.map((number) => scrape(running, number)))
running.child.kill('SIGKILL')
await once(running.child, 'exit')
await using restarted = await startWeir({ dataDir: folder.path })
await sleep(lateMs)
const afterKill = await foundOf(restarted, second)

await using off = await startWeir({ env: { WEIR_SEARCH_INDEX: 'off' } })
await scrape(off, 0)
await sleep(lateMs)
const control = await foundOf(off, [0])

const inTime = measured.filter((ms) => ms <= lateMs).length
const slowest = Math.round(Math.max(...measured))
report(
  'search-fresh',
  inTime === pages && afterKill === pages && control === 0,
  `${inTime} of ${pages} found in ${lateMs} ms, the slowest after ${slowest} ms; ${afterKill} of ${pages} after kill -9; control without index ${control} of 1`,
)
