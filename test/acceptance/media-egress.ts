/**
 * Whatever a manifest, a page or a program of the formats `audio` and `video` asks for, nothing but the filtering client and proxy
 * reaches the network, and no file of this machine is read. `WEIR_CHECK_YT_DLP` names a real yt-dlp, which every manifest is then
 * given to as well. Controls: ffmpeg alone plays some of the same manifests, and the hostile program runs without a box.
 */
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { missingForBoxes } from '#interact/box/probe.ts'
import { findProgram } from '#base/find-program.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { startCanary } from '#test/fixtures/canary.ts'
import { enterNamespace } from '#test/fixtures/namespace.ts'
import { firstKey, startService } from '#test/service.ts'

const ffmpeg = findProgram({ name: 'ffmpeg', setting: 'WEIR_FFMPEG_PATH', configured: undefined })
const missing = ffmpeg === undefined ? 'there is no ffmpeg' : await missingForBoxes()
if (ffmpeg === undefined || missing !== undefined) {
  process.stdout.write(`media-egress: skipped: ${missing ?? ''}\n`)
  process.exit(0)
}
enterNamespace()

const site = 'http://93.184.216.34'
const targets = ['169.254.169.254:80', '10.0.0.5:6379', '192.168.1.1:80', '[fd00:ec2::254]:80']
const schemes = [
  'http',
  'HTTP',
  'httpproxy',
  'httpx',
  'crypto+http',
  'crypto+httpproxy',
  'hls+http',
  'tcp',
  'tls',
  'ftp',
  'rtmp',
  'rtmpt',
  'rtp',
  'udp',
  'gopher',
  'gophers',
  'mmsh',
  'ws',
  'srtp',
  'sctp',
  'icecast',
].map((scheme) => (at: string) => `${scheme}://${at}/x.ts`)
const nested = [
  (at: string) => `concat:http://${at}/a.ts|http://${at}/b.ts`,
  (at: string) => `subfile,,start,0,end,9,,:http://${at}/x.ts`,
  (at: string) => `cache:http://${at}/x.ts`,
  (at: string) => `async:http://${at}/x.ts`,
  (at: string) => `crypto:httpproxy://${at}/x.ts`,
  (at: string) => `//${at}/x.ts`,
  (at: string) => `http:${at}/x.ts`,
  (at: string) => `httpproxy://${at}/x.ts\r\nX-Injected: yes`,
  (at: string) => `http://93.184.216.34:80@${at}/x.ts`,
  (at: string) => `${site}/to?http://${at}/x.ts`,
  () => 'file:///etc/passwd',
  () => 'data:text/plain,%23EXTM3U',
  () => '/etc/passwd',
]
const addresses = [...schemes, ...nested].map((make, index) =>
  make(targets[index % targets.length] ?? ''),
)

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('\r', '&#13;').replaceAll('\n', '&#10;')
const hls = (lines: string) => `#EXTM3U\n#EXT-X-TARGETDURATION:4\n${lines}\n#EXT-X-ENDLIST\n`
const dash = (inner: string) =>
  `<MPD type="static" mediaPresentationDuration="PT4S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1000">${inner}</Representation></AdaptationSet></Period></MPD>`
const places: Readonly<Record<string, (address: string) => string>> = {
  'segment.m3u8': (at) => hls(`#EXTINF:2,\n${at}`),
  'later.m3u8': (at) => hls(`#EXTINF:2,\n/film.ts\n#EXTINF:2,\n${at}`),
  'key.m3u8': (at) => hls(`#EXT-X-KEY:METHOD=AES-128,URI="${at}"\n#EXTINF:2,\n/film.ts`),
  'map.m3u8': (at) => hls(`#EXT-X-MAP:URI="${at}"\n#EXTINF:2,\n/film.ts`),
  'variant.m3u8': (at) => `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000\n${at}\n`,
  'sound.m3u8': (at) =>
    `#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",URI="${at}"\n#EXT-X-STREAM-INF:BANDWIDTH=1000,AUDIO="a"\n/plain.m3u8\n`,
  'base.mpd': (at) => dash(`<BaseURL>${escaped(at)}</BaseURL>`),
  'segment.mpd': (at) =>
    dash(`<SegmentList duration="4"><SegmentURL media="${escaped(at)}"/></SegmentList>`),
  'start.mpd': (at) =>
    dash(
      `<SegmentList duration="4"><Initialization sourceURL="${escaped(at)}"/><SegmentURL media="/film.ts"/></SegmentList>`,
    ),
  'template.mpd': (at) =>
    dash(`<BaseURL>${escaped(at)}</BaseURL><SegmentTemplate duration="4" media="$Number$.m4s"/>`),
}
const cases = Object.keys(places).flatMap((place) =>
  addresses.map((address, index) => ({ path: `/${index}/${place}`, address })),
)

const folder = mkdtempSync(join(tmpdir(), 'weir-media-egress-'))
chmodSync(folder, 0o755)
const source = ['-f', 'lavfi', '-i', 'testsrc=d=2:s=160x120', '-f', 'lavfi', '-i', 'sine=d=2']
const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac']
const filmPath = join(folder, 'film.ts')
execFileSync(ffmpeg, ['-v', 'error', '-y', ...source, ...coding, filmPath])
const film = readFileSync(filmPath)
const served: string[] = []

function answer(url: URL, response: ServerResponse): boolean {
  const { pathname, search } = url
  served.push(pathname)
  const [, index = '', place = ''] = pathname.split('/')
  const make = places[place]
  const address = addresses[Number(index)]
  if (pathname === '/film.ts') response.end(film)
  else if (pathname === '/plain.m3u8') response.end(hls('#EXTINF:2,\n/film.ts'))
  else if (pathname === '/to') response.writeHead(302, { location: search.slice(1) }).end()
  else if (pathname === '/page') response.writeHead(200, html).end('<p>A page without media.</p>')
  else if (pathname === '/watch')
    response.writeHead(200, html).end(`<video src="${search.slice(1)}"></video>`)
  else if (make && address !== undefined) {
    const type = place.endsWith('.mpd') ? 'application/dash+xml' : 'application/vnd.apple.mpegurl'
    response.writeHead(200, { 'content-type': type }).end(make(address))
  } else response.writeHead(404).end()
  return true
}
const html = { 'content-type': 'text/html' }

const canaries = await Promise.all([80, 8_080].map((port) => startCanary(port, answer)))
const plain = createServer((socket) => {
  plainTouched += 1
  socket.on('error', () => {}).destroy()
})
let plainTouched = 0
await once(plain.listen(6_379, '::'), 'listening')
const touched = () =>
  plainTouched + canaries.reduce((sum, { touched: { connections } }) => sum + connections, 0)
function reset(): void {
  plainTouched = 0
  for (const canary of canaries) canary.reset()
}

/** Connects to everything, reads files of the machine and writes what it got where the film is expected. */
const secretPath = join(folder, 'secret')
writeFileSync(secretPath, 'SECRET-OF-THE-MACHINE')
const hostile = `#!${process.execPath}
const { connect } = require('node:net')
const { createSocket } = require('node:dgram')
const { readFileSync, writeFileSync, symlinkSync, unlinkSync } = require('node:fs')
const got = []
const dial = (host, port, text) => new Promise((resolve) => {
  const socket = connect({ host, port, timeout: 1000 }, () => socket.write(text))
  socket.on('data', (data) => got.push(data.toString())).on('error', resolve).on('timeout', resolve).on('close', resolve)
})
const all = [['169.254.169.254', 80], ['10.0.0.5', 6379], ['192.168.1.1', 8080], ['fd00:ec2::254', 80], ['127.0.0.1', 80], ['127.0.0.1', 6379], ['::1', 80]]
const work = all.map(([host, port]) => dial(host, port, 'GET / HTTP/1.0\\r\\n\\r\\n'))
const proxy = ['CONNECT 10.0.0.5:6379 HTTP/1.1\\r\\n\\r\\n', 'GET http://169.254.169.254/ HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n', 'GET http://127.0.0.1:6379/ HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n', 'GET ${site}/page HTTP/1.1\\r\\nHost: 93.184.216.34\\r\\nConnection: close\\r\\n\\r\\n']
for (const text of proxy) work.push(dial('127.0.0.1', 3128, text))
const socket = createSocket('udp4').on('error', () => {})
socket.send('x', 53, '10.0.0.5', () => {})
for (const path of ['/etc/passwd', '/etc/shadow', ${JSON.stringify(secretPath)}]) {
  try { got.push(readFileSync(path).toString()) } catch {}
}
Promise.race([Promise.all(work), new Promise((resolve) => setTimeout(resolve, 4000))]).then(() => {
  const made = process.argv.includes('--output') ? 'made.mp4' : (process.argv.at(-1) || '').replace('file:', '')
  if (process.env.LINKS) { symlinkSync(${JSON.stringify(secretPath)}, made) }
  else writeFileSync(made, '\\0\\0\\0\\x18ftypmp42' + got.join('|'))
  process.exit(0)
})
`
const write = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  chmodSync(path, 0o755)
  return path
}
const hostilePath = write('hostile', hostile)
const linkingPath = write('linking', hostile.replace('process.env.LINKS', 'true'))

interface Programs {
  readonly ffmpeg: string
  readonly ytDlp: string
}

/** Asks for the video of each path and returns the texts of the files that came back. */
async function scrapeAll(programs: Programs, paths: readonly string[]) {
  await using service = await startService({
    env: {
      WEIR_ALLOWED_PRIVATE_CIDRS: '',
      WEIR_FFMPEG_PATH: programs.ffmpeg,
      WEIR_YT_DLP_PATH: programs.ytDlp,
    },
  })
  const files: string[] = []
  const codes = new Map<string, number>()
  for (const path of paths) {
    const { body } = await service.ask('POST', '/v2/scrape', {
      body: { url: site + path, formats: ['video'], timeout: 60_000 },
      key: firstKey,
    })
    const code = body.success ? 'made' : (body.code as string)
    codes.set(code, (codes.get(code) ?? 0) + 1)
    if (!body.success) continue
    const { pathname, search } = new URL(body.data.video as string)
    const { rawPayload } = await service.server.inject({ method: 'GET', url: pathname + search })
    files.push(rawPayload.toString('latin1'))
  }
  return { files, codes }
}

const realYtDlp = process.env['WEIR_CHECK_YT_DLP'] ?? 'off'
const paths = cases.map(({ path }) => path)
const manifests = await scrapeAll({ ffmpeg, ytDlp: 'off' }, paths)
const byManifest = touched()
const plays = await scrapeAll({ ffmpeg, ytDlp: 'off' }, ['/plain.m3u8', '/watch?/plain.m3u8'])
reset()
const some = paths.filter((_path, index) => index % 7 === 0)
if (realYtDlp !== 'off') await scrapeAll({ ffmpeg, ytDlp: realYtDlp }, some)
const byYtDlp = touched()
reset()
const lies = await Promise.all([
  scrapeAll({ ffmpeg: hostilePath, ytDlp: 'off' }, ['/plain.m3u8']),
  scrapeAll({ ffmpeg: 'off', ytDlp: hostilePath }, ['/page']),
  scrapeAll({ ffmpeg: linkingPath, ytDlp: linkingPath }, ['/plain.m3u8', '/page']),
])
const byProgram = touched()
const files = lies.flatMap((lie) => lie.files)
const leaks = files.filter((text) => /SECRET|root:|CANARY/.test(text)).length
const throughProxy = files.filter((text) => text.includes('A page without media.')).length

reset()
/** The sites of this process answer meanwhile. */
const run = (program: string, args: readonly string[]) =>
  once(spawn(program, args, { stdio: 'ignore', timeout: 10_000 }), 'exit')
const alone = join(folder, 'alone')
mkdirSync(alone)
await run(hostilePath, [join(alone, 'made.mp4')])
const control = {
  connections: touched(),
  leaks: Number(/SECRET/.test(readFileSync(join(alone, 'made.mp4'), 'latin1'))),
}
reset()
const whitelist =
  'file,http,https,tcp,tls,crypto,httpproxy,ftp,rtmp,concat,subfile,cache,async,data'
for (const path of paths.filter((path) => /^\/[0-3]\//.test(path)))
  await run(ffmpeg, [
    '-v',
    'quiet',
    '-protocol_whitelist',
    whitelist,
    '-i',
    site + path,
    '-f',
    'null',
    '-',
  ])
const controlOfManifests = touched()

plain.close()
for (const canary of canaries) await canary[Symbol.asyncDispose]()
rmSync(folder, { recursive: true, force: true })
report(
  'media-egress',
  byManifest + byYtDlp + byProgram + leaks === 0 &&
    plays.files.length === 2 &&
    throughProxy === 1 &&
    control.connections > 3 &&
    control.leaks === 1 &&
    controlOfManifests > 10,
  `${byManifest} connections by ${paths.length} hostile manifests, ${byYtDlp} through yt-dlp${realYtDlp === 'off' ? ' (not tried)' : ` (${some.length})`}, ` +
    `${byProgram} connections and ${leaks} files read by programs that try everything; ${plays.files.length} of 2 streams play; ` +
    `${throughProxy} public page through the proxy; control ${controlOfManifests} connections by ffmpeg alone, ${control.connections} and ${control.leaks} file without a box`,
)
process.stderr.write(`${JSON.stringify([...manifests.codes])}\n`)
