// acceptance: quick
/**
 * The live view shows motion and reacts to keys, input without control changes nothing, and a recording is a playlist that plays and
 * seeks. Control: a page that does not change, a viewer that confirms nothing, and the recording without its initialisation segment.
 */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocketServer } from 'ws'
import { unpackBrowser } from '#browser/unpack.ts'
import { createEncoder } from '#interact/recording/encoder.ts'
import { writePlaylist } from '#interact/recording/playlist.ts'
import { startRecorder, type Segment } from '#interact/recording/recorder.ts'
import { serveViewer } from '#interact/view/serve-viewer.ts'
import { isQuick, report } from '#test/fixtures/acceptance.ts'
import { missingForSessions, startBoxedSession } from '#test/fixtures/boxed-session.ts'
import { browserUnderTest, silent } from '#test/fixtures/browsers.ts'
import { playlistFaults } from '#test/fixtures/playlist-faults.ts'
import { playRecording } from '#test/fixtures/play-recording.ts'
import { until } from '#test/fixtures/until.ts'
import { startViewer } from '#test/fixtures/viewer.ts'

const missing = await missingForSessions()
const found = browserUnderTest()
if (missing !== undefined || !found) {
  process.stdout.write(`view: skipped: ${missing}\n`)
  process.exit(0)
}

/** Of motion; the recording of it is sought in its last nine. */
const seconds = isQuick ? 9.5 : 10

/** How often the pages have reported a key. */
let keys = 0
/** The grey of the page becomes lighter by a step each second. */
const pages: Readonly<Record<string, string>> = {
  '/still': '<p>Nothing moves here.',
  '/motion': `<b id=b style="position:fixed;font-size:60px">on</b><script>
    const began = Date.now()
    let x = 0
    const move = () => {
      const grey = 10 + 12 * Math.floor((Date.now() - began) / 1000)
      document.body.style.background = 'rgb(' + [grey, grey, grey] + ')'
      b.style.left = (x = (x + 7) % 900) + 'px'
      requestAnimationFrame(move)
    }
    move()</script>`,
  '/keys': `<script>let isOn = false
    onkeydown = () => {
      document.body.style.background = (isOn = !isOn) ? '#c00' : '#00c'
      fetch('/key')
    }</script>`,
}
const site = createServer((request, response) => {
  if (request.url === '/key') keys += 1
  response.setHeader('content-type', 'text/html').end(pages[request.url ?? ''] ?? '')
})
site.listen(0, '127.0.0.1')
await once(site, 'listening')
const home = `http://127.0.0.1:${(site.address() as AddressInfo).port}`

const session = await startBoxedSession()
const encoder = createEncoder(async () => ({
  program: await unpackBrowser(found),
  proxy: { url: 'http://127.0.0.1:9', host: '127.0.0.1', domain: 'proxy.invalid' },
  hasSandbox: true,
  scriptBytesMax: 256 * 1_024 ** 2,
  log: silent,
}))
const segments: Segment[] = []
const failures: unknown[] = []
const recorder = startRecorder({
  cast: session.cast,
  encoder,
  store: async (segment) => void segments.push(segment),
  onFailure: (thrown) => failures.push(thrown),
})
const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' })
await once(sockets, 'listening')
sockets.on('connection', (socket, { url }) =>
  serveViewer(socket, {
    cast: session.cast,
    gone: session.gone,
    hasControl: url === '/control/socket',
    onInput: () => {},
  }),
)
const viewUrl = `http://127.0.0.1:${(sockets.address() as AddressInfo).port}`

const acting = await startViewer(`${viewUrl}/control`)
const looking = await startViewer(`${viewUrl}/look`)
const silentViewer = await startViewer(`${viewUrl}/look`, { draws: false })

async function open(path: string): Promise<void> {
  acting.send({ type: 'open', url: home + path })
  while (!acting.news.at(-1)?.pages?.some(({ url }) => url === home + path)) await sleep(20)
  await sleep(500)
}

const press = { type: 'key', isDown: true, key: 'a', code: 'KeyA', keyCode: 65 }

/** Milliseconds from a key to the next picture. */
async function delayOfKey(): Promise<number> {
  await sleep(200)
  const before = acting.frames.length
  const at = performance.now()
  acting.send(press)
  while (acting.frames.length === before && performance.now() < at + 5_000) await sleep(1)
  return (acting.frames[before]?.at ?? Infinity) - at
}

async function framesIn(ms: number): Promise<number> {
  const before = looking.frames.length
  await sleep(ms)
  return looking.frames.length - before
}

await open('/keys')
const delays: number[] = []
for (let count = 0; count < 20; count += 1) delays.push(await delayOfKey())
const median = delays.toSorted((one, other) => one - other)[10] ?? Infinity
await until(() => keys >= delays.length)
const keysInControl = keys
for (let count = 0; count < 20; count += 1) looking.send(press)
await sleep(500)
const keysOfLooking = keys - keysInControl

await open('/still')
const still = await framesIn(2_000)
await open('/motion')
const moving = await framesIn(seconds * 1_000)
const unconfirmed = silentViewer.frames.length
await recorder.finish()
await session[Symbol.asyncDispose]()
const hasSaidEnd = await until(() => looking.news.at(-1)?.type === 'ended')

const recorded = segments.toSorted((one, other) => one.startMs - other.startMs)
const inits = [...new Set(recorded.map(({ init }) => init.toString('base64')))]
const playlist = writePlaylist(
  recorded.map(({ startMs, durationMs, init }, index) => ({
    startMs,
    durationMs,
    initUrl: `http://files/${inits.indexOf(init.toString('base64'))}.mp4`,
    url: `http://files/segment-${index}.mp4`,
  })),
  true,
)
const media = recorded.map((segment) => segment.media)
const faults = playlistFaults(playlist, media)
const parts = recorded.flatMap(({ init, media: bytes }, index) =>
  index > 0 && recorded[index - 1]?.init.equals(init) ? [bytes] : [init, bytes],
)
const end = recorded.reduce(
  (last, { startMs, durationMs }) => Math.max(last, startMs + durationMs),
  0,
)
// Sought backwards and forwards in the motion at the end, two seconds apart.
const positions = [3, 9, 5, 7].map((before) => end / 1_000 - before)
const played = await playRecording(parts, positions)
const greys = played.colours.map((colour) => (Number(colour.split(',')[0]) - 10) / 12)
const offsets = positions.map((position, index) => position - (greys[index] ?? Infinity))
const error = Math.max(...offsets) - Math.min(...offsets)
const withoutInit = await playRecording(media, []).then(
  () => 'plays',
  () => 'does not play',
)
const faultsWithoutMap = playlistFaults(playlist.replace(/^#EXT-X-MAP.*\n/m, ''), media).length

await encoder[Symbol.asyncDispose]()
for (const viewer of [acting, looking, silentViewer]) viewer[Symbol.dispose]()
sockets.close()
site.close()
site.closeAllConnections()

const kilobytes = Math.round(media.reduce((sum, { length }) => sum + length, 0) / 1_024)
/** Pictures per second and delays are judged by the full check alone, because other work on the machine slows them down. */
const isFast = isQuick
  ? moving >= 10 && Number.isFinite(median)
  : moving >= 8 * seconds && median <= 100
const holds =
  isFast &&
  keysOfLooking === 0 &&
  keysInControl === 20 &&
  still <= 2 &&
  unconfirmed === 2 &&
  hasSaidEnd &&
  failures.length === 0 &&
  faults.length === 0 &&
  played.gaps === 0 &&
  error <= 6 &&
  withoutInit === 'does not play' &&
  faultsWithoutMap > 0
report(
  'view',
  holds,
  `${moving} pictures in ${seconds} s of motion; key to picture ${median.toFixed(0)} ms (median of 20); ` +
    `${keysOfLooking} of 20 keys without control arrived; recording of ${Math.round(end / 1_000)} s: ${recorded.length} segments, ` +
    `${kilobytes} KB, ${faults.length} faults, ${played.gaps} gaps, seeks within ${error.toFixed(1)} s; control: still page ${still}, ` +
    `unconfirmed ${unconfirmed} pictures, ${keysInControl} of 20 keys with control, ` +
    `without its initialisation it ${withoutInit} and has ${faultsWithoutMap} faults`,
)
for (const text of [...failures, ...faults]) process.stderr.write(`view: ${String(text)}\n`)
