import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtempDisposable, readdir, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '#base/find-program.ts'
import { firstKey, startService } from '#test/service.ts'

/**
 * Streams are fetched by the service and made into MP4 and MP3 by the real ffmpeg in a box without a network. Needs an installed
 * ffmpeg. The control is a playlist whose parts are at an address that is not permitted, and in a file: nothing of them may arrive.
 */
const ffmpeg = findProgram({ name: 'ffmpeg', setting: 'WEIR_FFMPEG_PATH', configured: undefined })
if (ffmpeg === undefined) throw new Error('This check needs ffmpeg.')

await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-streams-'))
const make = (...args: string[]) =>
  execFileSync(ffmpeg, ['-v', 'error', '-y', ...args], { cwd: folder.path })
const source = ['-f', 'lavfi', '-i', 'testsrc=d=6:s=160x120', '-f', 'lavfi', '-i', 'sine=d=6']
const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac']
make(...source, ...coding, '-hls_time', '2', '-hls_list_size', '0', 'film.m3u8')
make(...source, ...coding, '-seg_duration', '2', 'film.mpd')
make(...source, ...coding, '-movflags', '+faststart', 'film.mp4')

const types: Readonly<Record<string, string>> = {
  m3u8: 'application/vnd.apple.mpegurl',
  mpd: 'application/dash+xml',
  mp4: 'video/mp4',
}
let secretReads = 0
const secret = createServer((_request, response) => {
  secretReads += 1
  response.end(Buffer.alloc(188 * 10, 'G'))
})
await new Promise<void>((resolve) => secret.listen(0, '127.0.0.2', resolve))
const secretPort = (secret.address() as AddressInfo).port
const list = (part: string) =>
  `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${part}\n#EXT-X-ENDLIST\n`
await writeFile(join(folder.path, 'inside.m3u8'), list(`http://127.0.0.2:${secretPort}/a.ts`))
await writeFile(join(folder.path, 'local.m3u8'), list('file:///etc/passwd'))
const agents = new Set<string>()
const site = createServer((request, response) => {
  const name = (request.url ?? '/').slice(1).split('?', 1)[0] ?? ''
  agents.add(request.headers['user-agent'] ?? '')
  const path = join(folder.path, name)
  if (!existsSync(path)) {
    response.writeHead(404).end()
    return
  }
  const type = types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  response.writeHead(200, { 'content-type': type }).end(readFileSync(path))
})
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
const siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`

await using service = await startService({ env: { WEIR_ALLOWED_PRIVATE_CIDRS: '127.0.0.1/32' } })
async function scrape(path: string, format: 'audio' | 'video') {
  const { body } = await service.ask('POST', '/v2/scrape', {
    body: { url: `${siteUrl}/${path}`, formats: [format], timeout: 120_000 },
    key: firstKey,
  })
  if (!body.success) return { code: body.code as string }
  const { pathname, search } = new URL(body.data[format] as string)
  const { rawPayload } = await service.server.inject({ method: 'GET', url: pathname + search })
  const copy = join(folder.path, `copy-${path}-${format}`)
  await writeFile(copy, rawPayload)
  const probe = execFileSync(ffmpeg?.replace(/ffmpeg$/, 'ffprobe') ?? '', [
    '-v',
    'error',
    '-show_entries',
    'format=duration,format_name',
    '-of',
    'csv=p=0',
    copy,
  ])
  const [format_, , seconds] = /^"?([^"]+?)"?(,)([\d.]+)\n$/.exec(probe.toString())?.slice(1) ?? []
  return { format: format_, seconds: Number(seconds) }
}

let right = 0
for (const path of ['film.m3u8', 'film.mpd', 'film.mp4'] as const) {
  for (const kind of ['audio', 'video'] as const) {
    const { format = '', seconds = 0 } = await scrape(path, kind)
    assert.match(format, kind === 'audio' ? /mp3/ : /mp4/, `${path} ${kind}`)
    assert.ok(Math.abs(seconds - 6) < 0.5, `${path} ${kind}: ${seconds} s`)
    right += 1
  }
}
for (const path of ['inside.m3u8', 'local.m3u8']) {
  assert.equal((await scrape(path, 'video')).code, 'SCRAPE_VIDEO_UNSUPPORTED_URL', path)
}
assert.equal(secretReads, 0)
assert.ok([...agents].some((agent) => agent.includes('Weir')))
assert.deepEqual(await readdir(join(service.dataDir, 'incoming')).catch(() => []), [])
// Control: ffmpeg without the proxy follows the same playlist.
const alone = spawn(ffmpeg, ['-v', 'quiet', '-i', `${siteUrl}/inside.m3u8`, '-f', 'null', '-'])
await once(alone, 'exit')
const controlReads = secretReads
assert.ok(controlReads > 0)
await new Promise((resolve) => site.close(resolve).closeAllConnections())
await new Promise((resolve) => secret.close(resolve).closeAllConnections())
console.log(
  `${right} of 6 streams and files became MP4 and MP3 of six seconds; a playlist with a private address and one with a local file gave nothing (0 reads; control, ffmpeg alone: ${controlReads})`,
)
