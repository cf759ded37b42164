import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { startSearxng } from '#test/fixtures/search/searxng-server.ts'
import { weirHere } from '#test/fixtures/terminal.ts'

const engine = await startSearxng()
disposeAfterTests(engine)

const env = {
  WEIR_SEARCH: 'web',
  WEIR_SEARXNG_URL: engine.url,
  WEIR_SEARCH_PROVIDERS: 'searxng',
}

test('weir search prints title, URL and text of each result', async () => {
  const { exitCode, out, note } = await weirHere(
    ['search', 'rivers', '--limit', '2', '--site', 'water.example'],
    { env },
  )
  assert.equal(exitCode, 0, note)
  assert.equal(out.trim().split('\n\n').length, 2)
  assert.match(out, /^About rivers, part 1\nhttps:\/\/water\.example\/rivers\/1\nPart 1 of /)
})

test('weir search --json prints the groups of the sources', async () => {
  const { out, note } = await weirHere(
    ['search', 'bridges', '--sources', 'web,images', '--limit', '1', '--json'],
    { env },
  )
  const groups = JSON.parse(out) as Record<string, unknown[]>
  assert.deepEqual(Object.keys(groups), ['web', 'images'], note)
})

test('weir search says when there is nothing', async () => {
  const { exitCode, out, note } = await weirHere(['search', 'nothinglikeit'], { env })
  assert.deepEqual([exitCode, out], [0, ''])
  assert.match(note, /Nothing was found\./)
})
