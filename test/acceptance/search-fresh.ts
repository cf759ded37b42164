/**
 * Pages are found within two seconds after their scrape, also those written just before the service is killed. The control runs
 * without the index.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { report } from '#test/fixtures/acceptance.ts'
import { ask, type Address } from '#test/fixtures/ask.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'

const pages = 200
const lateMs = 2_000
/** Words that no stemmer conflates. */
const word = (number: number) =>
  `w${Array.from(String(number), (digit) => 'bcdfghjklm'[Number(digit)]).join('')}x`
const paths = Array.from({ length: pages * 2 }, (_, number) => `/${number}`)
await using site = await startPages(
  Object.fromEntries(paths.map((path, number) => [path, article(`Page ${word(number)}`)])),
)

const scrape = (service: Address, number: number) =>
  ask(service, 'POST /v2/scrape', { url: `${site.url}/${number}` })

async function isFound(service: Address, number: number): Promise<boolean> {
  type Found = { readonly data?: { readonly web: readonly { readonly url: string }[] } }
  const reply = await ask<Found>(service, 'POST /v2/search', { query: word(number) })
  return reply.data?.web[0]?.url === `${site.url}/${number}`
}

/** Milliseconds until each page is found; infinite if it is not found in time. */
async function delays(service: Address, numbers: readonly number[]): Promise<number[]> {
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

async function countFound(service: Address, numbers: readonly number[]): Promise<number> {
  const found = await Promise.all(numbers.map((number) => isFound(service, number)))
  return found.filter(Boolean).length
}

const first = Array.from({ length: pages }, (_, number) => number)
const second = first.map((number) => number + pages)
await using weir = await startWeir()
const measured = await delays(weir, first)
await Promise.all(second.map((number) => scrape(weir, number)))
await weir.restart()
await sleep(lateMs)
const afterKill = await countFound(weir, second)

await using off = await startWeir({ env: { WEIR_SEARCH_INDEX: 'off' } })
await scrape(off, 0)
await sleep(lateMs)
const control = await countFound(off, [0])

const inTime = measured.filter((ms) => ms <= lateMs).length
const slowest = Math.round(Math.max(...measured))
report(
  'search-fresh',
  inTime === pages && afterKill === pages && control === 0,
  `${inTime} of ${pages} found in ${lateMs} ms, the slowest after ${slowest} ms; ${afterKill} of ${pages} after kill -9; control without index ${control} of 1`,
)
