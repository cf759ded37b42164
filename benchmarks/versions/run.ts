/**
 * Compares the speed of this version with another one: the services of both versions run side by side and do the same work in
 * turns. Prints the median of each version, and the ratio of this version to the other one over pairs of rounds. A ratio range
 * that includes 1.00 means that no difference was found.
 *
 *     git worktree add ../before REVISION && npm ci --prefix ../before
 *     node benchmarks/versions/run.ts ../before [--rounds 7] [--only scrape,map]
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { measureCpuMs } from '#benchmarks/crawl/tree-cpu.ts'
import { readPostmaster } from '#benchmarks/crawl/tree-memory.ts'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'
import { startWorkloads, type Workload } from './workloads.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '7' }, only: { type: 'string' } },
})
const [folder] = positionals
if (folder === undefined) throw new Error('Name the folder of the other version.')
const rounds = Number(values.rounds)

const env = { WEIR_HOST_PAGES_MAX: '32' }
await using before = await startWeir({ env, root: resolve(folder) })
await using now = await startWeir({ env })
await using site = await startWorkloads()

row('workload', 'figure', 'before', 'now', 'ratio, median', 'ratio, range')
row('---', '---', '---:', '---:', '---:', '---:')
for (const workload of site.workloads) {
  const { name, roundsMax = rounds } = workload
  if (values.only !== undefined && !values.only.split(',').includes(name)) continue
  const figures = { before: [] as Figures[], now: [] as Figures[] }
  // The first pair warms both services up.
  for (let round = -1; round < Math.min(rounds, roundsMax); round++) {
    const order = round % 2 === 0 ? (['before', 'now'] as const) : (['now', 'before'] as const)
    for (const version of order) {
      const measured = await measure(workload, version === 'now' ? now : before)
      if (round >= 0) figures[version].push(measured)
    }
  }
  for (const figure of ['elapsedMs', 'cpuMs'] as const) {
    const [was, is] = [figures.before, figures.now].map((each) => each.map((one) => one[figure]))
    const ratios = (is ?? []).map((ms, index) => ms / (was?.[index] ?? 0))
    const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`
    const medians = [was, is].map((each) => median(each ?? []).toFixed(2))
    row(name, figure, ...medians, median(ratios).toFixed(2), range)
  }
}

interface Figures {
  /** Per page or file. */
  readonly elapsedMs: number
  /** Processor time of the service and its database, per page or file. Depends less on other load than the elapsed time. */
  readonly cpuMs: number
}

async function measure({ run, count }: Workload, weir: WeirProcess): Promise<Figures> {
  let startedAt = performance.now()
  let used = await cpuMs(weir)
  await run(weir, async () => {
    used = await cpuMs(weir)
    startedAt = performance.now()
  })
  const elapsedMs = (performance.now() - startedAt) / count
  return { elapsedMs, cpuMs: ((await cpuMs(weir)) - used) / count }
}

async function cpuMs({ child, dataDir }: WeirProcess): Promise<number> {
  const roots = [child.pid ?? 0, ...(await readPostmaster(dataDir))]
  const used = await Promise.all(roots.map(measureCpuMs))
  return used.reduce((sum, ms) => sum + ms, 0)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function row(...cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`)
}
