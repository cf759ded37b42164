import assert from 'node:assert/strict'
import { test } from 'node:test'
import { missingForSessions } from '#test/fixtures/boxed-session.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { playRecording, listUrls } from '#test/fixtures/play-recording.ts'
import { startSite } from '#test/fixtures/site.ts'
import { addTeam } from '#test/fixtures/team-key.ts'
import { firstKey, startService } from '#test/service.ts'

const missing = await missingForSessions()
const skip = missing === undefined ? false : `skipped: ${missing}`

const service = await startService({ env: { WEIR_BROWSER_PAGES_MAX: '1' } })

const site = await startSite((request, response) => {
  const colour = request.url === '/second' ? '#00c800' : '#c80000'
  response.setHeader('content-type', 'text/html')
    .end(`<body style="background:${colour}"><b id=b style="position:fixed">on</b><script>
      let x = 0; setInterval(() => (b.style.left = (x = (x + 9) % 500) + 'px'), 250)</script>`)
})
disposeAfterTests(service, site)

const run = (id: string, code: string) =>
  service.ask('POST', `/v2/interact/${id}/execute`, { body: { code } })
const end = (id: string) => service.ask('DELETE', `/v2/interact/${id}`)

async function read(path: string, key: string = firstKey) {
  const headers = { authorization: `Bearer ${key}` }
  const { statusCode, body, headers: got } = await service.server.inject({ url: path, headers })
  return { status: statusCode, text: body, headers: got }
}

function computeHue(colour: string): string {
  const [red = 0, green = 0] = colour.split(',').map(Number)
  if (red > green + 100) return 'red'
  return green > red + 100 ? 'green' : red > 200 ? 'white' : colour
}

test(
  'the pages of a session can be replayed after its end, and only by its team',
  { skip },
  async () => {
    const { body: created } = await service.ask('POST', '/v2/interact', { body: {} })
    const { id } = created
    assert.match(created.playlistUrl, new RegExp(`/v2/interact/${id}/replay/0$`))
    assert.equal((await service.ask('GET', `/v2/browser/${id}/replay`)).status, 404)
    await run(id, `await page.goto('${site.url}/'); await new Promise((r) => setTimeout(r, 7_000))`)
    await run(
      id,
      `await page.goto('${site.url}/second'); await new Promise((r) => setTimeout(r, 2_000))`,
    )
    await end(id)

    const { body: replay } = await service.ask('GET', `/v2/interact/${id}/replay`)
    assert.deepEqual([replay.success, replay.pageCount], [true, 1])
    const [page] = replay.pages
    assert.deepEqual([page.pageId, page.pageUrl], ['0', `${site.url}/second`])
    assert.ok(page.endTimeMs - page.startTimeMs > 9_000)
    assert.equal(replay.playlistUrl, page.url)

    const path = `/v2/browser/${id}/replay/0`
    const { text: playlist, headers } = await read(path)
    assert.match(String(headers['content-type']), /^application\/vnd\.apple\.mpegurl/)
    assert.equal(headers['cache-control'], 'no-store')
    assert.match(
      playlist,
      /^#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:30\n#EXT-X-PLAYLIST-TYPE:VOD\n/,
    )
    assert.match(playlist, /\n#EXT-X-ENDLIST\n$/)
    const durations = playlist.matchAll(/^#EXTINF:(.*),$/gm).map(([, seconds]) => Number(seconds))
    const seconds = durations.reduce((sum, duration) => sum + duration, 0)
    assert.ok(Math.abs(seconds * 1_000 - (page.endTimeMs - page.startTimeMs)) < 5)
    const links = listUrls(playlist).map((link) => new URL(link))
    const parts = await Promise.all(
      links.map(async ({ pathname, search }) => {
        const { statusCode, rawPayload } = await service.server.inject({ url: pathname + search })
        assert.equal(statusCode, 200)
        return rawPayload
      }),
    )
    const start = page.startTimeMs / 1_000
    // Both pages in their order, then back: a busy machine paints them late, so no moment is certain.
    const places = Array.from({ length: 12 }, (_, place) => start + ((place + 0.5) / 12) * seconds)
    const played = await playRecording(parts, [...places, ...places.toReversed()])
    assert.deepEqual([played.width, played.height, played.gaps], [1_280, 720, 0])
    assert.ok(Math.abs(played.end - played.start - seconds) < 0.2)
    const hues = played.colours.map(computeHue)
    const forward = hues.slice(0, places.length)
    assert.match(forward.join(' '), /^(white )*(red )+(green ?)+$/)
    assert.deepEqual(hues.slice(places.length), forward.toReversed())

    const { key } = await addTeam(service.database)
    for (const other of [`/v2/interact/${id}/replay`, path])
      assert.equal((await read(other, key)).text, (await read('/v2/interact/x/replay', key)).text)
    assert.match((await read(`/v2/interact/${id}/replay/9`)).text, /Replay not found\./)
    const invalid = await read(`/v2/interact/${id}/replay/-1`)
    assert.deepEqual([invalid.status, JSON.parse(invalid.text).error], [400, 'Invalid pageId.'])
  },
)

test(
  'a session without recording, and one of a team with zero data retention, has no replay',
  { skip },
  async () => {
    const zdr = await addTeam(service.database)
    await service.database.query(`update teams set zero_data_retention = 'forced' where id = $1`, [
      zdr.teamId,
    ])
    for (const [key, body] of [
      [firstKey, { recordSession: false }],
      [zdr.key, {}],
    ] as const) {
      const { body: created } = await service.ask('POST', '/v2/interact', { body, key })
      assert.equal(created.playlistUrl, undefined, JSON.stringify(created))
      const { id } = created
      const code = `await page.goto('${site.url}/'); await new Promise((r) => setTimeout(r, 500))`
      await service.ask('POST', `/v2/interact/${id}/execute`, { body: { code }, key })
      await service.ask('DELETE', `/v2/interact/${id}`, { key })
      const { status, body: refused } = await service.ask('GET', `/v2/interact/${id}/replay`, {
        key,
      })
      assert.deepEqual([status, refused.error], [404, 'Replay not found.'])
    }
    const [kept] = await service.database.query<{ n: number }>(
      'select count(*)::int as n from files where team_id = $1',
      [zdr.teamId],
    )
    assert.equal(kept?.n, 0)
  },
)
