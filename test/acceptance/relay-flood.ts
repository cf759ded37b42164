// acceptance: quick, alone
/**
 * A program that floods the relay of its session passes what the limits allow, and no more: large commands that are refused or sent to
 * a page that never answers, small ones, and large answers. The main thread spends less than half of its time on them, and the process
 * holds a bounded memory. Control: a relay without limits and without threads needs more of the main thread for each byte.
 */
import { isQuick, report } from '#test/fixtures/acceptance.ts'
import { missingForSessions, startBoxedSession } from '#test/fixtures/boxed-session.ts'
import { createReadLongCommands } from '#interact/relay/read-long.ts'
import type { ReadTask } from '#interact/relay/read-command.ts'
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

/** Sends a command without a pause, and prints the bytes of those that were answered, and of long answers. */
const program = (command: string, { attaches = false, clients = 6 } = {}) => `
let bytes = 0
const until = Date.now() + ${seconds * 1_000}
async function flood() {
  const socket = new WebSocket('ws://127.0.0.1:9222/')
  socket.binaryType = 'arraybuffer'
  await new Promise((resolve) => { socket.onopen = resolve; socket.onerror = resolve; socket.onclose = resolve })
  socket.onerror = () => {}
  const answered = (id) => new Promise((resolve) => { socket.onmessage = ({ data }) => { const text = data.slice(0, 30); if (text.startsWith('{"id":' + id + ',')) resolve(data) } })
  let sessionId
  if (${attaches}) {
    socket.send('{"id":1,"method":"Target.getTargets"}')
    const { targetId } = JSON.parse(await answered(1)).result.targetInfos.find(({ type }) => type === 'page')
    socket.send(JSON.stringify({ id: 2, method: 'Target.attachToTarget', params: { targetId, flatten: true } }))
    sessionId = JSON.parse(await answered(2)).result.sessionId
  }
  const text = JSON.stringify({ ...${command}, sessionId })
  socket.onmessage = ({ data }) => { bytes += Math.max(text.length, 2_048) + (data.length > 10_000 ? data.length : 0) }
  while (Date.now() < until && socket.readyState === 1) {
    while (socket.bufferedAmount > 2e6 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 2))
    for (let count = text.length > 10_000 ? 1 : 200; count > 0; count--) { socket.send(text) }
    await new Promise((resolve) => setImmediate(resolve))
  }
  socket.close()
}
await Promise.all(Array.from({ length: ${clients} }, flood))
bytes`

const floods: Readonly<Record<string, string>> = {
  'refused commands of 1 MB': program(
    `{ id: 3, method: 'Nope.nope', params: { x: 'x'.repeat(1e6) } }`,
  ),
  'refused commands of many values': program(
    `{ id: 3, method: 'Nope.nope', params: { x: Array(140_000).fill(0) } }`,
  ),
  'small refused commands': program(`{ id: 3, method: 'Nope.nope' }`),
  'large answers': program(
    `{ id: 3, method: 'Runtime.evaluate', params: { expression: '"x".repeat(2e7)', returnByValue: true } }`,
    { attaches: true },
  ),
  'commands of 15 MB to a page that is busy': program(
    `{ id: 3, method: 'Runtime.evaluate', params: { expression: 'for(;;);/*' + 'x'.repeat(15e6) + '*/' } }`,
    { attaches: true, clients: 3 },
  ),
}

const unlimited: Traffic = { hold() {}, isFull: false, spend: () => 0 }

const { signal } = new AbortController()

async function flood(code: string, isLimited = true) {
  await using long = createReadLongCommands()
  await using session = await startBoxedSession(
    isLimited
      ? { readLong: (task: ReadTask) => long.read(task, { teamId: 'test', signal }) }
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
for (const [name, code] of Object.entries(floods)) {
  const { bytes, elapsed, cpuShare, held, complaint } = await flood(code)
  const isWithin = bytes <= bytesMax(elapsed) && cpuShare < 0.5 && held < heldMax
  const text = `${Math.round(bytes / mebibyte)} MiB in ${elapsed.toFixed(1)} s, ${Math.round(cpuShare * 100)}% of the main thread, ${Math.round(held / mebibyte)} MiB held`
  parts.push(`${name}: ${text}`)
  if (!isWithin) failed.push(`${name} (${complaint})`)
}
const many = floods['refused commands of many values'] ?? ''
const [limited, control] = [await flood(many), await flood(many, false)]
/** Milliseconds of the main thread. */
const measureCost = ({ cpuShare, elapsed, bytes }: typeof control) =>
  (cpuShare * elapsed * 1_000 * mebibyte) / bytes
report(
  'relay-flood',
  failed.length === 0 && measureCost(control) > 1.2 * measureCost(limited),
  `${parts.join('; ')}${failed.map((name) => `; not ${name}`).join('')}; control: without limits and threads ${measureCost(control).toFixed(1)} ms a MiB beside ${measureCost(limited).toFixed(1)}`,
)
