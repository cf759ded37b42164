// acceptance: quick, alone
/**
 * A program that floods the relay of its session passes what the limits allow, and no more: large commands that are refused or sent to
 * a page that never answers, small ones, and large answers. The main thread spends less than half of its time on them, and the process
 * holds a bounded memory. In the full form another team waits at most twice as long as without a flood (p50), in the box and outside.
 * Control: a relay without limits and without threads needs more of the main thread for each byte.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isQuick, report } from '#test/fixtures/acceptance.ts'
import { floods, sessionAttacks } from '#test/fixtures/attacks/sessions.ts'
import { missingForSessions, startBoxedSession } from '#test/fixtures/boxed-session.ts'
import { relayFloods } from '#test/fixtures/relay-floods.ts'
import { startTwoTeams } from '#test/fixtures/two-teams.ts'
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

const ratioMax = 2
const lookMs = 3_000
const startMsMax = 20_000

/** By how many times the other team waits longer during each flood (p50), beside a service. */
async function measureOthers(): Promise<ReadonlyMap<string, number>> {
  const ratios = new Map<string, number>()
  await using teams = await startTwoTeams({})
  const { url, key } = teams
  const target = { url, key, siteUrl: '', setModel() {}, setSearch() {} }
  await teams.look(lookMs)
  for (const { kind, name, run } of sessionAttacks) {
    if (kind !== floods) continue
    const quiet = await teams.look(lookMs)
    const over = new AbortController()
    const begun = Promise.withResolvers<void>()
    const flooding = run({ target, signal: over.signal, begin: begun.resolve })
    await Promise.race([begun.promise, flooding, sleep(startMsMax)])
    const beside = await teams.look(lookMs)
    over.abort()
    await flooding
    ratios.set(name, beside.p50 / quiet.p50)
  }
  return ratios
}

const failed: string[] = []
const parts: string[] = []
const codes = relayFloods(seconds)
const measured = new Map<string, Awaited<ReturnType<typeof flood>>>()
for (const [name, code] of Object.entries(codes)) {
  const found = await flood(code)
  measured.set(name, found)
  const { bytes, elapsed, cpuShare, held, complaint } = found
  const isWithin = bytes <= bytesMax(elapsed) && cpuShare < 0.5 && held < heldMax
  const text = `${Math.round(bytes / mebibyte)} MiB in ${elapsed.toFixed(1)} s, ${Math.round(cpuShare * 100)}% of the main thread, ${Math.round(held / mebibyte)} MiB held`
  parts.push(`${name}: ${text}`)
  if (!isWithin) failed.push(`${name} (${complaint})`)
}
const many = 'refused commands of many values'
const limited = measured.get(many)
if (!limited) throw new Error(`There is no flood of ${many}.`)
const control = await flood(codes[many] ?? '', false)
const others = isQuick ? new Map<string, number>() : await measureOthers()
for (const [name, ratio] of others)
  if (ratio > ratioMax) failed.push(`${name}: others wait ${ratio.toFixed(1)} times as long`)
const worst = Math.max(...others.values())
const ofOthers = isQuick ? '' : `; p50 of others at most ${worst.toFixed(1)} times its quiet value`
/** Milliseconds of the main thread. */
const measureCost = ({ cpuShare, elapsed, bytes }: typeof control) =>
  (cpuShare * elapsed * 1_000 * mebibyte) / bytes
report(
  'relay-flood',
  failed.length === 0 && measureCost(control) > 1.2 * measureCost(limited),
  `${parts.join('; ')}${ofOthers}${failed.map((name) => `; not ${name}`).join('')}; control: without limits and threads ${measureCost(control).toFixed(1)} ms a MiB beside ${measureCost(limited).toFixed(1)}`,
)
