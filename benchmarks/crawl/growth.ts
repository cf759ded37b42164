/**
 * Cost of a page in the middle of a large crawl: one crawl of a generated site, with the CPU time per page of the service and
 * of its database, per section of the crawl. PAGES=20000 node benchmarks/crawl/growth.ts
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '#test/fixtures/ask.ts'
import { startPageSite } from '#test/fixtures/page-site.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'
import { measureCpuMs } from './tree-cpu.ts'
import { readPostmaster } from './tree-memory.ts'

const pages = Number(process.env['PAGES'] ?? 20_000)
const marks = [500, 1_000, 2_000, 5_000, 10_000, 15_000, 20_000].filter((mark) => mark <= pages)

interface Look {
  readonly completed: number
  readonly seconds: number
  readonly serviceMs: number
  readonly databaseMs: number
}

await using site = await startPageSite(pages)
await using weir = await startWeir({ env: { WEIR_HOST_PAGES_MAX: '32' } })
const [postmaster = 0] = await readPostmaster(weir.dataDir)
const crawl = { url: `${site.url}/p/`, limit: pages, sitemap: 'skip' }
const { id } = await ask<{ id: string }>(weir, 'POST /v2/crawl', crawl)

async function look(): Promise<Look> {
  const { completed } = await ask<{ completed: number }>(weir, `GET /v2/crawl/${id}?limit=1`)
  const seconds = performance.now() / 1_000
  const [serviceMs, databaseMs] = await Promise.all(
    [weir.child.pid ?? 0, postmaster].map(measureCpuMs),
  )
  return { completed, seconds, serviceMs: serviceMs ?? 0, databaseMs: databaseMs ?? 0 }
}

row('pages', 'pages/s', 'service, CPU ms/page', 'database, CPU ms/page')
row('---', '---:', '---:', '---:')
let before = await look()
for (const mark of marks) {
  let now = await look()
  while (now.completed < mark) {
    await sleep(100)
    now = await look()
  }
  const count = now.completed - before.completed
  row(
    `${before.completed} to ${now.completed}`,
    Math.round(count / (now.seconds - before.seconds)),
    ((now.serviceMs - before.serviceMs) / count).toFixed(2),
    ((now.databaseMs - before.databaseMs) / count).toFixed(2),
  )
  before = now
}

function row(...cells: (string | number)[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`)
}
