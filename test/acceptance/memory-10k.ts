/** Thousands of scrapes do not leak memory. `SCRAPES=10000` is the full run. */
import { spawn, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { report } from '#test/fixtures/acceptance.ts'
import { send } from '#test/fixtures/ask.ts'
import { startPageSite } from '#test/fixtures/page-site.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'

const scrapes = Number(process.env['SCRAPES'] ?? 6_000)
const steps = 10
const atOnce = 16
const grownMbMax = 200
/** Only the last half is measured, after all caches are filled. */
const slopeKbMax = 20
const pages = 500

await using site = await startPageSite(pages)
await using weir = await startWeir({ env: { WEIR_LOG_LEVEL: 'error' } })

async function scrape(n: number): Promise<void> {
  const body = { url: `${site.url}/p/${n % pages}`, maxAge: 0 }
  const { status, text } = await send(weir, 'POST /v2/scrape', { body })
  if (status !== 200) throw new Error(text)
}

async function residentMb({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

/** Memory before the first step and after each. */
async function grow(child: ChildProcess, step: (count: number) => Promise<void>) {
  await step(scrapes / steps)
  const sizes = [await residentMb(child)]
  for (let n = 0; n < steps; n++) {
    await step(scrapes / steps)
    sizes.push(await residentMb(child))
  }
  return sizes
}

/** Kilobytes per scrape over the last half: the minimum at the end minus the minimum in the middle. */
function slopeKb(sizes: readonly number[]): number {
  const [middle, end] = [sizes.slice(-6, -3), sizes.slice(-3)].map((part) => Math.min(...part))
  return (((end ?? 0) - (middle ?? 0)) * 1024) / ((3 * scrapes) / steps)
}

let next = 0
const ours = await grow(weir.child, async (count) => {
  let left = count
  const work = async () => {
    while (left-- > 0) await scrape(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
})

/** Control: keeps 100 KB per call. */
const hoarder = `const kept = []; process.on('message', (n) => {
  for (let k = 0; k < n; k++) kept.push(Buffer.alloc(100_000, 1)); process.send(kept.length) })`
const control = spawn(process.execPath, ['-e', hoarder], {
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
})
const theirs = await grow(
  control,
  (count) =>
    new Promise((resolve) => {
      control.once('message', () => resolve())
      control.send(count)
    }),
)
control.kill()

const grownMb = Math.max(...ours) - (ours[0] ?? 0)
const slopes = [slopeKb(ours), slopeKb(theirs)] as const
report(
  'memory-10k',
  grownMb <= grownMbMax && slopes[0] <= slopeKbMax && slopes[1] > slopeKbMax,
  `+${grownMb.toFixed(0)} MB over ${scrapes} scrapes, ${slopes[0].toFixed(1)} KB a scrape at the end, ${(ours.at(-1) ?? 0).toFixed(0)} MB; control ${slopes[1].toFixed(1)} KB`,
)
