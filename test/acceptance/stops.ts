// acceptance: quick
/**
 * Weir is stopped in every way that people and service managers use, with and without a terminal. Afterwards its database has
 * stopped, the next start finds a clean shutdown, and earlier requests have been completed.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { isQuick, report } from '#test/fixtures/acceptance.ts'
import { send } from '#test/fixtures/ask.ts'
import { freePort } from '#test/fixtures/free-port.ts'
import { leftAfterEnd, postgresOn, weirsOn } from '#test/fixtures/processes-on.ts'
import { atTerminal, type AtTerminal } from '#test/fixtures/pseudo-terminal.ts'
import { startSite } from '#test/fixtures/site.ts'

const lanes = isQuick ? 3 : 4
/** Against services that never end; a busy machine takes several times as long as an idle one. */
const endMsMax = 120_000
/** Well below the time limit for running requests. Judged by the full check alone, because other work on the machine slows a stop down. */
const hurryMsMax = isQuick ? Number.POSITIVE_INFINITY : 15_000
const startMsMax = 240_000
const answerAfterMs = 1_500
const root = join(import.meta.dirname, '../..')
const script = join(root, 'scripts/weir.mjs')
const key = 'fc-0123456789abcdef0123456789abcdef'

/** An older Node that starts the packaged one; undefined if there is none. */
const olderNode = ['/usr/bin/node', '/usr/local/bin/node'].find((path) =>
  /^v(18|20|22)\./.test(spawnSync(path, ['--version']).stdout?.toString() ?? ''),
)

interface Lane {
  readonly folder: string
  readonly port: number
  readonly env: NodeJS.ProcessEnv
}

async function openLane(): Promise<Lane> {
  const folder = mkdtempSync(join(tmpdir(), 'weir-stops-'))
  const env = {
    ...process.env,
    WEIR_API_KEY: key,
    WEIR_BROWSER_PAGES_MAX: '0',
    WEIR_ALLOWED_PRIVATE_CIDRS: '127.0.0.0/8',
  }
  return { folder, port: await freePort(), env }
}

const serveArgs = ({ folder, port }: Lane, at = port) => [
  'serve',
  '--data-dir',
  folder,
  '--port',
  String(at),
]

function start(lane: Lane, { node = process.execPath, port = lane.port } = {}): ChildProcess {
  const child = spawn(node, [script, ...serveArgs(lane, port)], {
    env: lane.env,
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  return child
}

/** What the services have printed that were not at a terminal. */
let printed = ''
const terminals: AtTerminal[] = []

function show(words: string[], lane: Lane): AtTerminal {
  const terminal = atTerminal(words, { env: lane.env, cwd: root })
  terminals.push(terminal)
  return terminal
}

/** Warnings and errors in the logs of all services. */
const warnings = () =>
  [printed, ...terminals.map((terminal) => terminal.output())]
    .flatMap((text) => text.split('\n'))
    .filter((line) => /"level":"(warn|error)"|\b(warn|error)\b/i.test(line))

async function ready(port: number): Promise<void> {
  const deadline = Date.now() + startMsMax
  while (Date.now() < deadline) {
    const answer = await request(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined)
    await answer?.body.dump()
    if (answer?.statusCode === 200) return
    await sleep(20)
  }
  throw new Error('Weir did not become ready.')
}

const weirAt = (lane: Lane) => [process.execPath, script, ...serveArgs(lane)]
const npmAt = (lane: Lane) => ['npm', 'start', '--', ...serveArgs(lane).slice(1)]
const npxAt = (lane: Lane) => ['npx', 'weir', ...serveArgs(lane)]

/** Starts it on a terminal and stops it there. */
const typed =
  (words: (lane: Lane) => string[], stop: (terminal: AtTerminal) => Promise<unknown> | void) =>
  async (lane: Lane) => {
    const terminal = show(words(lane), lane)
    await ready(lane.port)
    await stop(terminal)
  }

const ctrlC = (terminal: AtTerminal) => terminal.type('\x03')
/** The second one more than a second after the first has arrived: before, it counts as the same. */
const ctrlCTwice = async (terminal: AtTerminal) => {
  terminal.type('\x03')
  for (let n = 0; n < 999 && !terminal.output().includes('Press Ctrl-C'); n++) await sleep(20)
  await sleep(1_100)
  terminal.type('\x03')
}
const hangUp = (terminal: AtTerminal) => terminal.hangUp()

const signalled = (signal: NodeJS.Signals, node?: string) => async (lane: Lane) => {
  const child = start(lane, node === undefined ? {} : { node })
  await ready(lane.port)
  child.kill(signal)
}

/** npm gets the signal, not the service. */
const signalledNpm =
  (words: (lane: Lane) => string[], signal: NodeJS.Signals) => async (lane: Lane) => {
    const [program = '', ...args] = words(lane)
    const child = spawn(program, args, {
      env: lane.env,
      cwd: root,
      stdio: ['ignore', 'ignore', 'ignore'],
    })
    await ready(lane.port)
    child.kill(signal)
  }

const broken = { answers: 0, asked: 0 }
let slowestHurryMs = 0

/** Requests sent before the first signal are completed. With `hurries` one hangs, and a second signal ends it. */
const inFlight = (hurries: boolean) => async (lane: Lane) => {
  // Requests that a second signal ends fail with a warning.
  const terminal = hurries
    ? atTerminal(weirAt(lane), { env: lane.env, cwd: root })
    : show(weirAt(lane), lane)
  await ready(lane.port)
  const { promise: asked, resolve } = Promise.withResolvers<void>()
  await using site = await startSite((_request, response) => {
    resolve()
    if (hurries) return
    setTimeout(() => response.setHeader('content-type', 'text/html').end('<p>Late'), answerAfterMs)
  })
  const body = { url: site.url, maxAge: 0 }
  const answer = send({ url: `http://127.0.0.1:${lane.port}`, key }, 'POST /v2/scrape', {
    body,
  }).then(
    ({ status, text }) => ({ status, text }),
    (thrown: unknown) => ({ status: 0, text: String(thrown) }),
  )
  const early = await Promise.race([asked, answer])
  if (early) throw new Error(`Answered before the site was asked: ${JSON.stringify(early)}`)
  if (hurries) {
    await ctrlCTwice(terminal)
    const hurriedAt = Date.now()
    await leftAfterEnd(lane.folder, endMsMax)
    slowestHurryMs = Math.max(slowestHurryMs, Date.now() - hurriedAt)
    await answer
    return
  }
  terminal.type('\x03')
  broken.asked += 1
  if ((await answer).status !== 200) broken.answers += 1
}

/** Both processes use the data folder; the last one stops the database. */
async function twoAtOnce(lane: Lane): Promise<void> {
  const other = await freePort()
  const both = [start(lane), start(lane, { port: other })]
  await Promise.all([ready(lane.port), ready(other)])
  for (const child of both) child.kill('SIGTERM')
}

async function beforeReady(lane: Lane): Promise<void> {
  const child = start(lane)
  await sleep(Math.random() * 2_500)
  child.kill('SIGTERM')
}

async function command(lane: Lane, stop: (terminal: AtTerminal) => Promise<void>): Promise<void> {
  const words = [process.execPath, script, 'keys', 'list']
  const env = { ...lane.env, WEIR_DATA_DIR: lane.folder }
  const terminal = atTerminal(words, { env })
  await stop(terminal)
  await terminal.ended
}

async function closedOutput(lane: Lane): Promise<void> {
  const child = start(lane)
  await ready(lane.port)
  child.stdout?.destroy()
  const url = `http://127.0.0.1:${lane.port}/v2/scrape`
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ url: 'http://127.0.0.1:1/', maxAge: 0 })
  const answer = await request(url, { method: 'POST', headers, body }).catch(() => undefined)
  await answer?.body.dump()
}

const ways: Readonly<Record<string, (lane: Lane) => Promise<void>>> = {
  'Ctrl-C': typed(weirAt, ctrlC),
  SIGTERM: signalled('SIGTERM'),
  'hang-up': typed(weirAt, hangUp),
  'Ctrl-C, request in flight': inFlight(false),
  'two at once': twoAtOnce,
  'SIGTERM while starting': beforeReady,
  'keys list': (lane) => command(lane, async () => {}),
  'Ctrl-C twice': typed(weirAt, ctrlCTwice),
  'Ctrl-C twice, request hangs': inFlight(true),
  'output closed': closedOutput,
  'Ctrl-C, npm start': typed(npmAt, ctrlC),
  'hang-up, npm start': typed(npmAt, hangUp),
  'Ctrl-C, npx': typed(npxAt, ctrlC),
  'keys list, Ctrl-C': (lane) =>
    command(lane, async (terminal) => {
      await sleep(Math.random() * 1_500)
      terminal.type('\x03')
    }),
  'SIGTERM, npm start': signalledNpm(npmAt, 'SIGTERM'),
  'SIGHUP, npm start': signalledNpm(npmAt, 'SIGHUP'),
  'SIGTERM, npx': signalledNpm(npxAt, 'SIGTERM'),
  SIGHUP: signalled('SIGHUP'),
  SIGINT: signalled('SIGINT'),
  ...(olderNode !== undefined && {
    'older node, SIGTERM': signalled('SIGTERM', olderNode),
    'older node, killed': signalled('SIGKILL', olderNode),
  }),
}

/** In `npm test`: the first ways, which differ most, and two of the others, other ones with each run. */
const alwaysTried = 10
const others = Object.entries(ways).slice(alwaysTried)
const rest = Math.floor(Math.random() * others.length)
const kinds = Object.entries(ways).filter(
  (_way, at) =>
    !isQuick || at < alwaysTried || (at - alwaysTried - rest + others.length) % others.length < 2,
)
const stopsWanted = isQuick ? kinds.length : 200
const queue = Array.from({ length: stopsWanted }, (_, at) => kinds[at % kinds.length])
const left: string[] = []
let slowestMs = 0

async function work(lane: Lane): Promise<number> {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [name, stop] = next
    await stop(lane)
    const askedAt = Date.now()
    const count = await leftAfterEnd(lane.folder, endMsMax)
    slowestMs = Math.max(slowestMs, Date.now() - askedAt)
    if (count > 0) left.push(name)
    await end(lane)
  }
  return uncleanStarts(lane)
}

/** Cleans up, so that the next stop starts from the same state. */
async function end({ folder }: Lane): Promise<void> {
  for (const { pid } of weirsOn(folder)) process.kill(pid, 'SIGKILL')
  for (const { pid } of postgresOn(folder)) process.kill(pid, 'SIGKILL')
  while (postgresOn(folder).length + weirsOn(folder).length > 0) await sleep(20)
}

function uncleanStarts({ folder }: Lane): number {
  const log = readFileSync(join(folder, 'postgres/server.log'), 'utf8')
  return log.split('was not properly shut down').length - 1
}

/** Control: a killed process ends before its database, and the next start finds an unclean shutdown. */
async function control(lane: Lane) {
  const child = start(lane)
  await ready(lane.port)
  child.kill('SIGKILL')
  const count = await leftAfterEnd(lane.folder, endMsMax)
  await end(lane)
  const again = start(lane)
  await ready(lane.port)
  again.kill('SIGTERM')
  await once(again, 'exit')
  return { left: count > 0 ? 1 : 0, unclean: uncleanStarts(lane) }
}

const opened = await Promise.all(Array.from({ length: lanes }, openLane))
const unclean = (await Promise.all(opened.map(work))).reduce((sum, count) => sum + count, 0)
const warned = warnings()
for (const line of warned) console.error(line)
const [first] = opened
const bad = first ? await control(first) : { left: 0, unclean: 0 }
for (const lane of opened) {
  await end(lane)
  rmSync(lane.folder, { recursive: true, force: true })
}

report(
  'stops',
  left.length === 0 &&
    unclean === 0 &&
    broken.answers === 0 &&
    broken.asked > 0 &&
    warned.length === 0 &&
    slowestHurryMs < hurryMsMax &&
    bad.left > 0 &&
    bad.unclean > 0,
  `${left.length} of ${stopsWanted} left a database${left.length > 0 ? ` (${left.join('; ')})` : ''}, ${unclean} unclean starts, ` +
    `${broken.answers} of ${broken.asked} requests broken, ${warned.length} warnings, slowest ${(slowestMs / 1_000).toFixed(1)} s, ` +
    `hurried ${(slowestHurryMs / 1_000).toFixed(1)} s; ` +
    `control (SIGKILL) ${bad.left} left, ${bad.unclean} unclean`,
)
