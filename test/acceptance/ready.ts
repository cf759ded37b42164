import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { report } from '#test/fixtures/acceptance.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'

const noticeMsMax = 5_000
const backMsMax = 30_000

interface Readiness {
  readonly status: number
  readonly down: readonly string[]
}

await using service = await startWeir()

async function get(path: string): Promise<{ status: number; text: string }> {
  const { statusCode, body } = await request(service.url + path, { headersTimeout: 10_000 })
  return { status: statusCode, text: await body.text() }
}

async function readiness(): Promise<Readiness> {
  const { status, text } = await get('/health/ready')
  const { parts } = JSON.parse(text) as { parts: Record<string, boolean> }
  return { status, down: Object.keys(parts).filter((name) => !parts[name]) }
}

/** Milliseconds until the readiness has the expected value, and whether the process was live throughout. */
async function until(isWanted: (found: Readiness) => boolean, msMax: number) {
  const startedAt = performance.now()
  let isLive = true
  while (performance.now() - startedAt < msMax) {
    const [found, live] = await Promise.all([readiness(), get('/health/live')])
    isLive &&= live.status === 200
    if (isWanted(found)) return { ms: Math.round(performance.now() - startedAt), isLive }
    await sleep(50)
  }
  return { ms: Infinity, isLive }
}

const pidFile = join(service.dataDir, 'postgres/postmaster.pid')
const postmaster = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
const processes = [postmaster, ...children.trim().split(' ').map(Number)]

const control = await readiness()
for (const pid of processes) process.kill(pid, 'SIGSTOP')
const named = ({ status, down }: Readiness) => status === 503 && down.join() === 'database'
const noticed = await until(named, noticeMsMax)
for (const pid of processes) process.kill(pid, 'SIGCONT')
const back = await until(({ status }) => status === 200, backMsMax)

report(
  'ready',
  control.status === 200 &&
    noticed.ms <= noticeMsMax &&
    noticed.isLive &&
    back.ms <= backMsMax &&
    back.isLive,
  `database stopped: 503 naming it after ${noticed.ms} ms, live ${noticed.isLive && back.isLive ? 200 : 'lost'}, back after ${back.ms} ms; control (before) ${control.status}`,
)
