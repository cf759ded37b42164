import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureCpuMs } from '#test/fixtures/cpu-time.ts'
import { extractText } from './extract.ts'
import { fold, foldInPieces } from './fold.ts'
import { toIndexable } from './to-indexable.ts'

test('links whose targets are not closed cost no more than others', () => {
  for (const text of [']('.repeat(125_000), '[a](b '.repeat(40_000), '](\\('.repeat(60_000)]) {
    const ms = measureCpuMs(() => extractText(text))
    assert.ok(ms < 1_000, `${text.slice(0, 6)}: ${ms} ms`)
  }
})

test('targets end at the parenthesis that belongs to them', () => {
  const { text, links } = extractText(
    'a](b [one](/a_(b)) and [two](/c\\)d) ![picture](/p) [open](/e (x)',
  )
  assert.deepEqual(links, [
    { text: 'one', target: '/a_(b)' },
    { text: 'two', target: '/c\\)d' },
  ])
  assert.equal(text, 'a b one  and two  picture  open /e (x)')
})

test('a long text is folded as a whole would be, up to a length', async () => {
  const text = 'Straße, ÉTÉ\nund 漢字 '.repeat(5_000)
  assert.equal(await foldInPieces(text, 1_000_000), fold(text))
  const expanding = await foldInPieces('\u{FDFA}'.repeat(200_000), 400_000)
  assert.ok(expanding.length < 800_000, String(expanding.length))
})

test('a page with a date that databases do not read is indexed without it', () => {
  const page = { teamId: 'a', url: 'https://a.example/', readAt: new Date() }
  for (const publishedTime of ['12/31/20222', '-000001-01-01T00:00:00Z', 'never'])
    assert.equal(toIndexable(page, 'Text', { publishedTime })?.publishedAt, undefined)
  const read = toIndexable(page, 'Text', { publishedTime: '2026-01-02T00:00:00Z' })
  assert.equal(read?.publishedAt?.getTime(), Date.UTC(2026, 0, 2))
})
