import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPage } from '#content/pipeline.ts'
import { contentRequest } from '#fixtures/content-request.ts'

const mediaIn = (body: string, contentType = 'text/html') =>
  readPage({
    ...contentRequest(body, { contentType, formats: [] }),
    url: 'https://site.example/watch/',
    wantsMedia: true,
  }).internal.media?.map(({ url, form, kind }) => [url.replace('https://', ''), form, kind])

test('media is found wherever pages reference it, the most reliable first', () => {
  const found = mediaIn(`<html><head>
    <meta property="og:video" content="/og.mp4"><meta property="og:video:type" content="video/mp4">
    <meta property="og:video" content="https://player.example/embed/1">
    <meta property="og:video:type" content="text/html">
    <meta property="og:audio:secure_url" content="https://cdn.example/og">
    <meta property="og:audio:type" content="audio/mpeg">
    <script type="application/ld+json">{"@type": "VideoObject", "contentUrl": "https://cdn.example/ld.webm"}</script>
    <script type="application/ld+json">{"@type": "ImageObject", "contentUrl": "https://cdn.example/picture.jpg"}</script>
    </head><body>
    <video src="small.mp4"></video>
    <video><source src="low.mp4" size="480"><source src="high.mp4" size="1080"></video>
    <audio src="/speech" type="audio/ogg"></audio>
    <script>play({"hls": "https:\\/\\/cdn.example\\/a\\/index.m3u8?t=1\\u0026b=2", 'dash': '/b.mpd'})</script>
    <a href="/talk.mp3">Listen</a> <a href="/page.html">More</a> <video src="blob:https://x/1"></video>
    </body></html>`)
  assert.deepEqual(found, [
    ['cdn.example/ld.webm', 'file', 'video'],
    ['site.example/og.mp4', 'file', 'video'],
    ['cdn.example/og', 'file', 'audio'],
    ['site.example/watch/high.mp4', 'file', 'video'],
    ['site.example/watch/low.mp4', 'file', 'video'],
    ['site.example/watch/small.mp4', 'file', 'video'],
    ['site.example/speech', 'file', 'audio'],
    ['cdn.example/a/index.m3u8?t=1&b=2', 'hls', undefined],
    ['site.example/b.mpd', 'dash', undefined],
    ['site.example/talk.mp3', 'file', 'audio'],
  ])
})

test('a URL that leads to media is its own reference', () => {
  assert.deepEqual(mediaIn('\0\0\0\x18ftypmp42', 'video/mp4'), [
    ['site.example/watch/', 'file', 'video'],
  ])
  assert.deepEqual(mediaIn('#EXTM3U\n', 'text/plain'), [['site.example/watch/', 'hls', undefined]])
  assert.deepEqual(mediaIn('<MPD/>', 'application/dash+xml'), [
    ['site.example/watch/', 'dash', undefined],
  ])
  assert.deepEqual(mediaIn('<p>Words</p>'), [])
})
