import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { report } from '#test/fixtures/bar.ts'
import { startServiceProcess } from '#test/fixtures/service-process.ts'

const noticeMsMax = 5_000
const backMsMax = 30_000

interface Readiness {
  readonly status: number
  readonly down: readonly string[]
}

await using service = await startServiceProcess()

async function readiness(): Promise<Readiness> {
  const { status, text } = await service.get('/health/ready')
  const { parts } = JSON.parse(text) as { parts: Record<string, boolean> }
  return { status, down: Object.keys(parts).filter((name) => !parts[name]) }
}

/** Milliseconds until the readiness is as wanted, and whether the process called itself alive all the while. */
async function until(isWanted: (found: Readiness) => boolean, msMax: number) {
  const startedAt = performance.now()
  let isLive = true
  while (performance.now() - startedAt < msMax) {
    const [found, live] = await Promise.all([readiness(), service.get('/health/live')])
    isLive &&= live.status === 200
    if (isWanted(found)) return { ms: Math.round(performance.now() - startedAt), isLive }
    await sleep(50)
  }
  return { ms: Infinity, isLive }
}

const databases = globSync('**/postmaster.pid', { cwd: service.dataDir }).map((file) =>
  Number.parseInt(readFileSync(join(service.dataDir, file), 'utf8'), 10),
)
const control = await readiness()
for (const pid of databases) process.kill(pid, 'SIGKILL')
const named = ({ status, down }: Readiness) => status === 503 && down.join() === 'database'
const noticed = await until(named, noticeMsMax)
const back = await until(({ status }) => status === 200, backMsMax)

report(
  'ready',
  control.status === 200 &&
    databases.length === 1 &&
    noticed.ms <= noticeMsMax &&
    noticed.isLive &&
    back.ms <= backMsMax &&
    back.isLive,
  `database killed: 503 naming it after ${noticed.ms} ms, live ${noticed.isLive && back.isLive ? 200 : 'lost'}, back after ${back.ms} ms; control (before) ${control.status}`,
)
