import assert from 'node:assert/strict'
import { createCipheriv } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { missingForBoxes } from '#interact/box/probe.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { film, sound, writeMediaPrograms } from '#test/fixtures/media-programs.ts'
import { startPages } from '#test/fixtures/pages.ts'
import { startService } from '#test/service.ts'

type Service = Awaited<ReturnType<typeof startService>>

const hls = (part: string) =>
  `#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n${part}\n#EXT-X-ENDLIST\n`
const file = (type: string, body: Uint8Array | string) => ({
  headers: { 'content-type': type },
  body,
})
const manifest = (text: string) => file('application/vnd.apple.mpegurl', text)
const dash = (sets: string) =>
  file(
    'application/dash+xml',
    `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" mediaPresentationDuration="PT4S"><Period>${sets}</Period></MPD>`,
  )
const picture = (inner: string) =>
  dash(
    `<AdaptationSet mimeType="video/mp2t"><Representation id="v" bandwidth="9">${inner}</Representation></AdaptationSet>`,
  )
/** A part that is known as MPEG-TS. */
const part = (name: string) => {
  const packets = Buffer.alloc(188 * 2, 'x')
  packets.write('G', 0)
  packets.write(`G${name}`, 188)
  return packets
}
const cipherKey = Buffer.alloc(16, 'k')
function ciphered(body: Buffer): Buffer {
  const iv = Buffer.alloc(16)
  iv.writeUInt8(7, 15)
  const cipher = createCipheriv('aes-128-cbc', cipherKey, iv)
  return Buffer.concat([cipher.update(body), cipher.final()])
}
const playing = (source: string) => `<main><p>Watch</p><video src="${source}"></video></main>`

const skip = await missingForBoxes()
const programs = await writeMediaPrograms()
const service = await startService({
  env: { WEIR_FFMPEG_PATH: programs.ffmpeg, WEIR_YT_DLP_PATH: programs.ytDlp },
})
const bare = await startService({
  env: {
    WEIR_FFMPEG_PATH: 'off',
    WEIR_YT_DLP_PATH: 'off',
    WEIR_MEDIA_BYTES_MAX: '50000',
    // The film is larger than a page may be.
    WEIR_PAGE_BYTES_MAX: '10000',
  },
})
const site = await startPages({
  '/film.mp4': file('video/mp4', film),
  '/sound.mp3': file('audio/mpeg', sound),
  '/huge.mp4': file('video/mp4', Buffer.concat([film, film, film])),
  '/denied.mp4': { status: 403, body: 'no' },
  '/not-a-film.mp4': file('video/mp4', '<html>sorry</html>'),
  '/page': `<meta property="og:audio" content="/sound.mp3">${playing('/film.mp4')}`,
  '/hls.m3u8': manifest(hls('part.ts')),
  '/part.ts': file('video/mp2t', part('pictures')),
  '/first.ts': file('video/mp2t', part('first')),
  '/second.ts': file('video/mp2t', part('second')),
  '/sound.ts': file('video/mp2t', part('sound')),
  '/key': file('application/octet-stream', cipherKey),
  '/wrong-key': file('application/octet-stream', Buffer.alloc(16)),
  '/ciphered.ts': file('video/mp2t', ciphered(part('deciphered'))),
  '/parts.m3u8': manifest(hls('first.ts\n#EXTINF:4,\nsecond.ts')),
  '/sound.m3u8': manifest(hls('sound.ts')),
  '/ciphered.m3u8': manifest(
    hls('ciphered.ts').replace(
      '#EXTINF',
      '#EXT-X-MEDIA-SEQUENCE:7\n#EXT-X-KEY:METHOD=AES-128,URI="key"\n#EXTINF',
    ),
  ),
  '/wrong-key.m3u8': manifest(
    hls('ciphered.ts').replace('#EXTINF', '#EXT-X-KEY:METHOD=AES-128,URI="wrong-key"\n#EXTINF'),
  ),
  '/master.m3u8': manifest(
    '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="n, m",DEFAULT=YES,URI="sound.m3u8"\n' +
      '#EXT-X-STREAM-INF:BANDWIDTH=90,RESOLUTION=16x9,AUDIO="a"\nhls.m3u8\n' +
      '#EXT-X-STREAM-INF:BANDWIDTH=10,RESOLUTION=32x18,AUDIO="a"\nparts.m3u8\n',
  ),
  '/list.mpd': dash(
    '<AdaptationSet mimeType="video/mp2t"><Representation id="v"><BaseURL>/</BaseURL><SegmentList><Initialization sourceURL="first.ts"/><SegmentURL media="second.ts"/></SegmentList></Representation></AdaptationSet>' +
      '<AdaptationSet contentType="audio"><Representation id="a"><BaseURL>sound.ts</BaseURL></Representation></AdaptationSet>',
  ),
  '/timeline.mpd': dash(
    '<AdaptationSet mimeType="video/mp2t"><SegmentTemplate timescale="10" initialization="$RepresentationID$.ts" media="$Time%03d$.ts"><SegmentTimeline><S t="40" d="40"/></SegmentTimeline></SegmentTemplate><Representation id="first"/></AdaptationSet>',
  ),
  '/040.ts': file('video/mp2t', part('second')),
  '/schemes.m3u8': manifest(hls('httpproxy://10.0.0.1/secret.ts')),
  '/local.m3u8': manifest(hls('file:///etc/passwd')),
  '/breaks.mpd': picture('<BaseURL>http://127.0.0.1/x&#13;&#10;X-Injected: yes</BaseURL>'),
  '/many.m3u8': manifest(hls('part.ts\n'.repeat(20_001))),
  '/variants.m3u8': manifest(
    `#EXTM3U\n${'#EXT-X-STREAM-INF:BANDWIDTH=1000\nlist.m3u8\n'.repeat(501)}`,
  ),
  '/endless.mpd': picture(
    '<SegmentTemplate media="$Number$" timescale="1000000"><SegmentTimeline><S d="1" r="999999999"/></SegmentTimeline></SegmentTemplate>',
  ),
  '/deep.mpd': picture('<a>'.repeat(40)),
  '/periods.mpd': file('application/dash+xml', '<MPD><Period/><Period/></MPD>'),
  '/live.m3u8': manifest('#EXTM3U\n#EXTINF:4,\npart.ts\n'),
  '/drm.m3u8': manifest(`#EXTM3U\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://x"\n${hls('part.ts')}`),
  '/inside.m3u8': manifest(hls('http://10.0.0.1/secret.ts')),
  '/forbidden.m3u8': manifest(hls('denied.mp4')),
  '/stream': playing('/hls.m3u8'),
  '/live': playing('/live.m3u8'),
  '/drm': playing('/drm.m3u8'),
  '/inside': playing('/inside.m3u8'),
  '/forbidden': playing('/forbidden.m3u8'),
  '/denied': playing('/denied.mp4'),
  '/broken': playing('/not-a-film.mp4'),
  '/second': `<video><source src="/denied.mp4"><source src="/film.mp4"></video>`,
  '/huge': playing('/huge.mp4'),
  '/known-site': '<p data-film="/film-of-site">A page that names no file.</p>',
  '/film-of-site': file('video/mp4', 'pictures of a site'),
  '/nothing': '<p>Words</p>',
})
disposeAfterTests(programs, bare, service, site)

async function scrape(on: Service, path: string, formats: readonly string[]) {
  const { status, body } = await on.ask('POST', '/v2/scrape', {
    body: { url: site.url + path, formats },
  })
  return { status, ...body, data: body.data ?? {} }
}

async function fetched(on: Service, link: string) {
  const { pathname, search } = new URL(link)
  return on.server.inject({ method: 'GET', url: pathname + search })
}

test('a file that a page names is copied behind a link for an hour', async () => {
  const { status, data } = await scrape(bare, '/page', ['markdown', 'video', 'audio'])
  assert.equal(status, 200)
  assert.match(data.markdown, /Watch/)
  assert.equal(data.metadata.creditsUsed, 9)
  const video = await fetched(bare, data.video)
  assert.deepEqual([video.statusCode, video.headers['content-type']], [200, 'video/mp4'])
  assert.match(String(video.headers['content-disposition']), /^attachment/)
  assert.ok(video.rawPayload.equals(film))
  const audio = await fetched(bare, data.audio)
  assert.ok(audio.rawPayload.equals(sound))
  const expires = Number(new URL(data.video).searchParams.get('expires')) * 1_000
  assert.ok(expires - Date.now() <= 3_600_000 && expires - Date.now() > 3_000_000)
  assert.deepEqual(await readdir(join(bare.dataDir, 'incoming')).catch(() => []), [])
})

test('a URL that leads to a file is its own video, and the next source is tried when one fails', async () => {
  for (const path of ['/film.mp4', '/second']) {
    const { data } = await scrape(bare, path, ['video'])
    assert.ok((await fetched(bare, data.video)).rawPayload.equals(film), path)
  }
})

const left = async () =>
  (await bare.ask('GET', '/v2/team/credit-usage')).body.data.remainingCredits as number

test('what cannot be fetched fails with the code of its reason, and free of charge', async () => {
  const before = await left()
  const rows: [string, string, number, string, RegExp][] = [
    ['/stream', 'video', 500, 'SCRAPE_VIDEO_UNSUPPORTED_URL', /ffmpeg, which is not installed/],
    ['/nothing', 'audio', 500, 'SCRAPE_AUDIO_UNSUPPORTED_URL', /names no audio/],
    ['/film.mp4', 'audio', 500, 'SCRAPE_AUDIO_UNSUPPORTED_URL', /ffmpeg, which is not installed/],
    ['/nothing', 'video', 500, 'SCRAPE_VIDEO_UNSUPPORTED_URL', /names no video/],
    ['/denied', 'video', 403, 'SCRAPE_MEDIA_ACCESS_DENIED', /HTTP 403/],
    ['/broken', 'video', 500, 'SCRAPE_VIDEO_UNSUPPORTED_URL', /no known type/],
    ['/huge', 'video', 500, 'SCRAPE_VIDEO_UNSUPPORTED_URL', /WEIR_MEDIA_BYTES_MAX/],
  ]
  for (const [path, format, status, code, text] of rows) {
    const answer = await scrape(bare, path, [format])
    assert.deepEqual([answer.status, answer.code], [status, code], path)
    assert.match(answer.error, text, path)
  }
  assert.equal(await left(), before)
})

test(
  'a stream is fetched by the service and made into a file by ffmpeg, which has no network',
  { skip },
  async () => {
    const { data } = await scrape(service, '/stream', ['video', 'audio'])
    const video = (await fetched(service, data.video)).rawPayload.toString('latin1')
    assert.match(video, /ftyp.*pictures/s)
    assert.match(
      (await fetched(service, data.audio)).rawPayload.toString('latin1'),
      /^ID3.*pictures/s,
    )
    const { env, args } = JSON.parse(video.slice(video.indexOf('{"env"'))) as {
      env: Record<string, string>
      args: string[]
    }
    assert.deepEqual(Object.keys(env).toSorted(), ['HOME', 'LANG', 'PATH', 'PWD', 'TMPDIR'])
    const listed = args.flatMap((name, index) =>
      name === '-protocol_whitelist' ? [args[index + 1]] : [],
    )
    assert.deepEqual(listed, ['file'])
  },
)

test(
  'parts are joined in their order, cut out, deciphered and limited, and the best variant is taken',
  { skip },
  async () => {
    const rows: [string, RegExp][] = [
      ['/parts.m3u8', /ftypmp42GGfirstGGsecond\{/],
      ['/ciphered.m3u8', /ftypmp42GGdeciphered\{/],
      ['/master.m3u8', /ftypmp42GGfirstGGsecondGGsound\{/],
      ['/list.mpd', /ftypmp42GGfirstGGsecondGGsound\{/],
      ['/timeline.mpd', /ftypmp42GGfirstGGsecond\{/],
    ]
    for (const [path, text] of rows) {
      const { data, error } = await scrape(service, path, ['video'])
      assert.ok(data.video, `${path}: ${error}`)
      assert.match(
        (await fetched(service, data.video)).rawPayload
          .toString('latin1')
          .replaceAll(/x{20,}/g, ''),
        text,
        path,
      )
    }
  },
)

test(
  'a stream that cannot be fetched as a whole is refused with the reason',
  { skip },
  async () => {
    const rows: [string, number, string, RegExp][] = [
      ['/live', 500, 'SCRAPE_VIDEO_UNSUPPORTED_URL', /live/],
      ['/drm', 403, 'SCRAPE_MEDIA_ACCESS_DENIED', /protected/],
      ['/forbidden', 403, 'SCRAPE_MEDIA_ACCESS_DENIED', /refuses/],
      ['/inside', 500, 'SCRAPE_VIDEO_UNSUPPORTED_URL', /could not be fetched/],
      ['/schemes.m3u8', 500, 'SCRAPE_VIDEO_UNSUPPORTED_URL', /not at an http or https URL/],
      ['/breaks.mpd', 500, 'SCRAPE_VIDEO_UNSUPPORTED_URL', /not at an http or https URL/],
      ['/local.m3u8', 500, 'SCRAPE_VIDEO_UNSUPPORTED_URL', /not at an http or https URL/],
      ['/many.m3u8', 500, 'SCRAPE_VIDEO_UNSUPPORTED_URL', /more than 20000 parts/],
      ['/variants.m3u8', 500, 'SCRAPE_VIDEO_UNSUPPORTED_URL', /more than 500 variants/],
      ['/endless.mpd', 500, 'SCRAPE_VIDEO_UNSUPPORTED_URL', /more than 20000 parts/],
      ['/deep.mpd', 500, 'SCRAPE_VIDEO_UNSUPPORTED_URL', /too many elements/],
      ['/wrong-key.m3u8', 500, 'SCRAPE_VIDEO_UNSUPPORTED_URL', /cannot be deciphered/],
      ['/periods.mpd', 500, 'SCRAPE_VIDEO_UNSUPPORTED_URL', /several periods/],
    ]
    for (const [path, status, code, text] of rows) {
      const answer = await scrape(service, path, ['video'])
      assert.deepEqual([answer.status, answer.code], [status, code], `${path} ${answer.error}`)
      assert.match(answer.error, text)
    }
  },
)

test(
  'a file that is no MP3 is converted, and yt-dlp is tried where a page names nothing',
  { skip },
  async () => {
    const converted = await scrape(service, '/film.mp4', ['audio'])
    assert.match(
      (await fetched(service, converted.data.audio)).rawPayload.toString('latin1'),
      /^ID3.*film/s,
    )
    const { data } = await scrape(service, '/known-site', ['video'])
    assert.match(
      (await fetched(service, data.video)).rawPayload.toString('latin1'),
      /ftyp.*pictures of a site/s,
    )
    const none = await scrape(service, '/nothing', ['video'])
    assert.equal(none.code, 'SCRAPE_VIDEO_UNSUPPORTED_URL')
  },
)
