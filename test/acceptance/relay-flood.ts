// acceptance: quick, alone
/**
 * A program that floods the relay of its session passes what the limits allow, and no more: large commands that are refused or sent to
 * a page that never answers, small ones, and large answers. The main thread spends less than half of its time on them, and the process
 * holds a bounded memory. Control: a relay without limits and without threads needs more of the main thread for each byte.
 */
import { isQuick, report } from '#test/fixtures/acceptance.ts'
import { missingForSessions, startBoxedSession } from '#test/fixtures/boxed-session.ts'
import { relayFloods } from '#test/fixtures/relay-floods.ts'
import { createReadLongCommands } from '#interact/relay/read-long.ts'
import type { CommandTask } from '#interact/relay/read-command.ts'
import type { Traffic } from '#interact/relay/traffic.ts'

const missing = await missingForSessions()
if (missing !== undefined) {
  process.stdout.write(`relay-flood: skipped: ${missing}\n`)
  process.exit(0)
}

const mebibyte = 1_024 ** 2
const seconds = isQuick ? 2 : 5
const heldMax = 400 * mebibyte
/** The burst and the rate of a session, and what each client and the browser may send beyond. */
const bytesMax = (elapsed: number) => (64 + 16 * elapsed + 100) * mebibyte

const unlimited: Traffic = { hold() {}, isFull: false, spend: () => 0 }

const { signal } = new AbortController()

async function flood(code: string, isLimited = true) {
  await using long = createReadLongCommands()
  await using session = await startBoxedSession(
    isLimited
      ? { readLong: (task: CommandTask) => long.read(task, { teamId: 'test', signal }) }
      : { traffic: unlimited },
  )
  const before = {
    rss: process.memoryUsage.rss(),
    at: performance.now(),
    cpu: process.threadCpuUsage(),
  }
  let most = before.rss
  const looking = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 50)
  const { result, killed, stderr } = await session.execute({
    code,
    language: 'node',
    timeoutMs: 90_000,
  })
  clearInterval(looking)
  const { user, system } = process.threadCpuUsage(before.cpu)
  const elapsed = (performance.now() - before.at) / 1_000
  const bytes = Number(result)
  return {
    bytes,
    elapsed,
    cpuShare: (user + system) / 1e6 / elapsed,
    held: most - before.rss,
    complaint: killed ?? stderr.slice(0, 200),
  }
}

const failed: string[] = []
const parts: string[] = []
for (const [name, code] of Object.entries(relayFloods(seconds))) {
  const { bytes, elapsed, cpuShare, held, complaint } = await flood(code)
  const isWithin = bytes <= bytesMax(elapsed) && cpuShare < 0.5 && held < heldMax
  const text = `${Math.round(bytes / mebibyte)} MiB in ${elapsed.toFixed(1)} s, ${Math.round(cpuShare * 100)}% of the main thread, ${Math.round(held / mebibyte)} MiB held`
  parts.push(`${name}: ${text}`)
  if (!isWithin) failed.push(`${name} (${complaint})`)
}
const many = relayFloods(seconds)['refused commands of many values'] ?? ''
const [limited, control] = [await flood(many), await flood(many, false)]
/** Milliseconds of the main thread. */
const measureCost = ({ cpuShare, elapsed, bytes }: typeof control) =>
  (cpuShare * elapsed * 1_000 * mebibyte) / bytes
report(
  'relay-flood',
  failed.length === 0 && measureCost(control) > 1.2 * measureCost(limited),
  `${parts.join('; ')}${failed.map((name) => `; not ${name}`).join('')}; control: without limits and threads ${measureCost(control).toFixed(1)} ms a MiB beside ${measureCost(limited).toFixed(1)}`,
)
