/**
 * While one team attacks, in whatever way of `test/fixtures/attacks`, the event loop is late by at most 100 ms (p99), another team
 * waits at most three times as long as without the attack (p95), and the attacker gets documented answers. The other team is measured
 * before and during each attack, in a process of its own. Attackers and sites yield to the service, because on a small machine they
 * would take its processors. Control: a main thread that stands for 300 ms, again and again.
 *
 *     node test/acceptance/neighbours.ts [part of a kind or a name]
 */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram } from '#base/find-program.ts'
import { report } from '#test/fixtures/acceptance.ts'
import type { Attack, Target } from '#test/fixtures/attacks/attack.ts'
import { connectionAttacks } from '#test/fixtures/attacks/connections.ts'
import { mediaAttacks, serveManifest } from '#test/fixtures/attacks/media.ts'
import { modelAttacks } from '#test/fixtures/attacks/models.ts'
import { schemaAttacks } from '#test/fixtures/attacks/schemas.ts'
import { sessionAttacks } from '#test/fixtures/attacks/sessions.ts'
import { signInAttacks } from '#test/fixtures/attacks/sign-in.ts'
import { missingForSessions } from '#test/fixtures/boxed-session.ts'
import { serveHostile } from '#test/fixtures/hostile-site.ts'
import type { Seen } from '#test/fixtures/other-team.ts'
import { startSite } from '#test/fixtures/site.ts'
import { startTwoTeams, tellProcess, type TwoTeams } from '#test/fixtures/two-teams.ts'
import type { Busyness } from '#test/fixtures/watched-service.ts'
import { startScriptedModel, type Script } from '#test/scripted-model.ts'

const delayMsMax = 100
const ratioMax = 3
const pieceMs = 1_000
const pieces = 3
const startMsMax = 20_000
const readingsMax = 3
/** The quiet value is the median of so many pieces, the last before the attack. */
const quietPieces = 5
const standEveryMs = 1_000
const [, , only = ''] = process.argv

let script: Script = () => ({ text: '{}' })
let searchAnswer = '{"results":[]}'
await using site = await startSite(serve)
await using model = await startScriptedModel((request, index) => script(request, index))
const missing = await missingForSessions()
const ffmpeg = findProgram({ name: 'ffmpeg', setting: 'WEIR_FFMPEG_PATH', configured: undefined })
const attacks = [
  ...schemaAttacks,
  ...sessionAttacks,
  ...connectionAttacks,
  ...signInAttacks,
  ...modelAttacks,
  ...mediaAttacks,
].filter(({ kind, name }) => `${kind}: ${name}`.includes(only))
const possible = attacks.filter(
  ({ needsSessions, needsMedia }) =>
    !(missing !== undefined && (needsSessions || needsMedia)) && !(needsMedia && !ffmpeg),
)

interface Result {
  readonly attack: Attack
  readonly delayMs: number
  readonly cpuMs: number
  readonly quietMs: number
  readonly besideMs: number
  readonly refused: number
  readonly answers: readonly string[]
  readonly isGood: boolean
}

const results: Result[] = []
const settings = {
  WEIR_SEARCH: 'web',
  WEIR_SEARXNG_URL: site.url,
  WEIR_SEARCH_PROVIDERS: 'searxng',
}
const modelSettings = {
  WEIR_LLM_PROVIDER: 'compatible',
  WEIR_LLM_MODEL: 'scripted',
  WEIR_LLM_URL: model.urls.compatible,
  WEIR_LLM_CONTEXT: '131072',
}
const control = 'control'
for (const needsModel of [false, true]) {
  const list = possible.filter((attack) => (attack.needsModel ?? false) === needsModel)
  if (list.length === 0) continue
  await using running = await start({ ...settings, ...(needsModel && modelSettings) })
  for (const attack of [...list, makeControl(running)]) results.push(await measure(attack, running))
}

const controls = results.filter(({ attack }) => attack.kind === control)
const measured = results.filter(({ attack }) => attack.kind !== control)
const bad = measured.filter(({ isGood }) => !isGood)
const worst = Math.max(...measured.map(({ besideMs, quietMs }) => besideMs / quietMs))
report(
  'neighbours',
  bad.length === 0 && measured.length > 0 && controls.every(({ isGood }) => !isGood),
  `${measured.length - bad.length} of ${measured.length} attacks of ${new Set(measured.map(({ attack }) => attack.kind)).size} kinds: event-loop delay p99 at most ${ms(Math.max(...measured.map(({ delayMs }) => delayMs)))}, p95 of another team at most ${worst.toFixed(1)} times its quiet value${attacks.length > possible.length ? `, ${attacks.length - possible.length} not possible here` : ''}${bad.map(({ attack }) => `; not ${attack.kind}, ${attack.name}`).join('')}; control p99 ${controls.map(({ delayMs }) => ms(delayMs)).join(', ')}`,
)

interface Running extends TwoTeams {
  readonly target: Target
  /** The p95 of the other team in pieces without an attack. */
  readonly quiet: number[]
}

async function start(env: Readonly<Record<string, string>>): Promise<Running> {
  const teams = await startTwoTeams(env)
  const quiet: number[] = []
  while (quiet.length < quietPieces) quiet.push((await teams.look(pieceMs)).p95)
  const target: Target = {
    url: teams.url,
    key: teams.key,
    siteUrl: site.url,
    setModel: (next) => (script = next),
    setSearch: (body) => (searchAnswer = body),
  }
  return { ...teams, quiet, target }
}

function makeControl({ child }: Running): Attack {
  return {
    kind: control,
    name: 'a main thread that stands',
    async run({ signal, begin }) {
      begin()
      for (; !signal.aborted; await sleep(standEveryMs)) child.send('stand')
      return []
    },
  }
}

/** The best of some readings: other load only adds to them. */
async function measure(attack: Attack, running: Running): Promise<Result> {
  for (let reading = 1; ; reading += 1) {
    const result = await measureOnce(attack, running)
    if (result.isGood || reading === readingsMax || attack.kind === control) return result
  }
}

async function measureOnce(attack: Attack, running: Running): Promise<Result> {
  const { target, child, look, quiet } = running
  quiet.push((await look(pieceMs)).p95)
  const quietMs = median(quiet.slice(-quietPieces))
  if (attack.kind.includes('search')) await tellProcess(child, 'ask providers again')
  const over = new AbortController()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const attacking = attack.run({ target, signal: over.signal, begin })
  await Promise.race([begun, attacking, sleep(startMsMax)])
  await tellProcess<Busyness>(child, 'figures')
  const seen: Seen[] = []
  for (let piece = 0; piece < pieces; piece += 1) seen.push(await look(pieceMs))
  const { cpuMs, delayMs } = await tellProcess<Busyness>(child, 'figures')
  over.abort()
  const answers = [...new Set(await attacking)]
  const besideMs = median(seen.map(({ p95 }) => p95))
  const refused = seen.reduce((sum, one) => sum + one.refused, 0)
  const isGood =
    delayMs.p99 <= delayMsMax &&
    besideMs <= ratioMax * quietMs &&
    refused === 0 &&
    answers.every((answer) => !/^500 (?!SCRAPE_)|^fault/.test(answer))
  console.error(
    `${isGood ? '✔' : '✖'} ${attack.kind}: ${attack.name}: delay p99 ${ms(delayMs.p99)}, longest step ${ms(cpuMs.max)} CPU, ${Math.round((100 * cpuMs.all) / (pieceMs * pieces))}% busy, p95 ${ms(besideMs)} (quiet ${ms(quietMs)}, ${(besideMs / quietMs).toFixed(1)} times), p50 ${ms(median(seen.map(({ p50 }) => p50)))}, ${refused} refused; ${answers.slice(0, 4).join(', ').slice(0, 200)}`,
  )
  return {
    attack,
    delayMs: delayMs.p99,
    cpuMs: cpuMs.max,
    quietMs,
    besideMs,
    refused,
    answers,
    isGood,
  }
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2
}

function ms(figure: number): string {
  return `${figure.toFixed(figure < 10 ? 1 : 0)} ms`
}

function serve(request: IncomingMessage, response: ServerResponse): void {
  const { pathname } = new URL(request.url ?? '/', 'http://a')
  const [, folder = '', name = ''] = pathname.split('/')
  const html = (body: string) =>
    response.setHeader('content-type', 'text/html').end(`<title>t</title><h1>t</h1>${body}`)
  if (folder === 'hang') return
  if (folder === 'search') response.setHeader('content-type', 'application/json').end(searchAnswer)
  else if (folder === 'media') {
    const type = name.endsWith('mpd') ? 'application/dash+xml' : 'application/vnd.apple.mpegurl'
    response.setHeader('content-type', type).end(serveManifest(name))
  } else if (folder === 'film') html(`<video src="/media/${name}"></video>`)
  else if (folder === 'many')
    html(Array.from({ length: 50 }, (_, link) => `<a href="/many/${name}${link}">l</a>`).join(''))
  else if (folder === 'noisy')
    html(
      `<p>${randomBytes(400_000)
        .toString('base64')
        .replaceAll(/(.{60})/g, '$1 ')}</p>`,
    )
  else {
    request.url = pathname
    serveHostile(request, response)
  }
}
