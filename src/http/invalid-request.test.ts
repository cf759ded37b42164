import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startEdge } from '#test/fixtures/edge.ts'

const names = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`unknown-${index}`, 1]))

test('a response has at most 20 problems and 4 KB of them', async () => {
  await using edge = startEdge()
  for (const body of [
    { url: 'x', ...names(1_000) },
    { url: 'x', ...names(10_000) },
    { url: 'x', formats: Array.from({ length: 50_000 }, () => 5) },
    { url: 'x', [`long ${'x'.repeat(1_000_000)}`]: 1 },
    {
      url: 'x',
      ...Object.fromEntries(Object.entries(names(30)).map(([key]) => [key.repeat(99), 1])),
    },
  ]) {
    const answer = await edge.post(body)
    assert.deepEqual([answer.statusCode, answer.json().code], [400, 'BAD_REQUEST'])
    const { details } = answer.json()
    assert.ok(details.length > 0 && details.length <= 20)
    assert.ok(answer.body.length < 7_000, `${answer.body.length} bytes`)
  }
})

test('unknown members are named also in large bodies', async () => {
  await using edge = startEdge()
  const answer = await edge.post({ url: 'x', formats: Array(3_000).fill('html'), typo: true })
  assert.match(answer.json().error, /^Unrecognized key in body/)
  assert.deepEqual(answer.json().details[0].path, ['typo'])
})

test('an invalid value after the first 500 items of a list is reported', async () => {
  await using edge = startEdge()
  const formats = [...Array(3_000).fill('html'), 5]
  const answer = await edge.post({ url: 'x', formats })
  assert.match(answer.json().error, /after its first 500/)
})

test('bodies with too many members or values are refused before they are parsed', async () => {
  await using edge = startEdge()
  for (const [body, error] of [
    [JSON.stringify({ url: 'x', ...names(400_000) }), /more than 20000 object members/],
    [`{"url":"x","formats":[${'1,'.repeat(4_000_000)}1]}`, /more than 150000 values/],
  ] as const) {
    const answer = await edge.post(body)
    assert.equal(answer.statusCode, 400)
    assert.match(answer.json().error, error)
  }
})

test('colons and commas in texts are not counted', async () => {
  await using edge = startEdge()
  const answer = await edge.post({ url: ':,'.repeat(500_000) })
  assert.equal(answer.statusCode, 200)
})
