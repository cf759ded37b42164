import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeMaterial } from '#test/fixtures/material.ts'
import { turnsDuring } from '#test/fixtures/turns-during.ts'
import { callerUntil } from '#test/fixtures/caller.ts'
import { runPageTask, type PageTask } from './page-tasks.ts'
import { createPageWork } from './page-work.ts'

const { markdown, text, facts } =
  makeMaterial(`<!doctype html><title>Mills</title><main><h1>The old mills</h1>
<table><tr><th>Name</th><th>Year</th></tr><tr><td>Upper mill</td><td>1820</td></tr><tr><td>Lower mill</td><td>1884</td></tr></table></main>`)
const stated = { markdown, text, facts }
const mill = {
  type: 'object',
  properties: { name: { type: 'string' }, year: { type: 'integer' }, owner: { type: 'string' } },
  required: ['name', 'owner'],
}
const schema = { type: 'object', properties: { mills: { type: 'array', items: mill } } }
const tasks: readonly PageTask[] = [
  { kind: 'fill', input: { schema, facts } },
  {
    kind: 'settle',
    input: {
      answers: [
        { mills: [{ name: 'Upper mill', year: 1820 }] },
        { mills: [{ name: 'Lower mill', year: 1999 }] },
      ],
      addresses: [],
      schema,
      isFilled: false,
      stated,
    },
  },
  {
    kind: 'check',
    input: { value: { mills: [{ name: 'Upper mill', other: 1 }] }, schema, conforms: true, stated },
  },
  { kind: 'find', input: { values: ['1820', '1821'], stated } },
]
const results = [
  {
    value: {
      mills: [
        { name: 'Upper mill', year: 1820, owner: null },
        { name: 'Lower mill', year: 1884, owner: null },
      ],
    },
    missing: [],
    left: [],
    unread: [],
    sources: { mills: { source: 'table' } },
  },
  {
    value: {
      mills: [
        { name: 'Upper mill', year: 1820 },
        { name: 'Lower mill', year: 1884 },
      ],
    },
    refused: [{ path: 'mills[1].year', value: 1999, isRequired: false, isCorrected: true }],
    gaps: [0, 1].map((index) => ({ path: ['mills', index, 'owner'], schema: { type: 'string' } })),
  },
  {
    value: { mills: [{ name: 'Upper mill', year: null, owner: null }] },
    refused: [{ path: 'mills[0].other', value: 1, isRequired: false }],
  },
  ['found', 'absent'],
]
/** Where values stand is tested elsewhere. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, member: unknown) =>
      name === 'found' || name === 'origins' ? undefined : member,
    ),
  )

test('each kind of work comes to its result in a thread', async () => {
  await using work = createPageWork()
  for (const [index, { kind, input }] of tasks.entries())
    assert.deepEqual(plain(await work.run(kind, input, callerUntil())), results[index], kind)
})

const many = <Value>(count: number, value: (index: number) => Value) =>
  Array.from({ length: count }, (_, index) => value(index))
const wide = (lists: number, arrays: number): PageTask => {
  const properties = Object.fromEntries(
    many(400, (index) => [`some property number ${index}`, true]),
  )
  const columns = (list: number) => many(40, (column) => `column number ${column} of list ${list}`)
  return {
    kind: 'fill',
    input: {
      schema: {
        properties: Object.fromEntries(
          many(arrays, (index) => [`list${index}`, { type: 'array', items: { $ref: '#/d' } }]),
        ),
        d: { type: 'object', properties },
      },
      facts: {
        facts: [],
        lists: many(lists, (list) => ({
          source: 'table',
          name: `list ${list}`,
          columns: columns(list),
          rows: [['1']],
        })),
      },
    },
  }
}

test('a small schema and a small page that make much work together do not block the event loop', async () => {
  await using work = createPageWork()
  const { kind, input } = wide(10, 10)
  const { turns, result } = await turnsDuring(() => work.run(kind, input, callerUntil()))
  assert.deepEqual(plain(result), {
    value: {},
    missing: many(10, (index) => `list${index}`),
    left: [],
    unread: [],
    sources: {},
  })
  assert.ok(turns > 5, String(turns))
})

test('work that takes too many steps fails with that reason', async () => {
  await assert.rejects(runPageTask(wide(20, 20), { stepsMax: 1_000_000 }), {
    code: 'UNPROCESSABLE',
  })
  const value = many(1_000, (index) => `absent words ${index}`)
  const check: PageTask = { kind: 'check', input: { value, schema: undefined, stated } }
  await assert.rejects(runPageTask(check, { stepsMax: 500 }), { code: 'UNPROCESSABLE' })
  await using work = createPageWork()
  const circle = many(3_000, (index) => [
    `p${index}`,
    { $ref: `#/properties/p${(index + 1) % 3_000}` },
  ])
  const complex = { properties: Object.fromEntries(circle) as Record<string, object> }
  await assert.rejects(work.run('fill', { schema: complex, facts }, callerUntil()), {
    code: 'SCHEMA_TOO_COMPLEX',
  })
})

const itself = (count: number, items: object) => ({
  type: 'object',
  properties: Object.fromEntries(
    many(count, (index) => [`name${index}`, { type: 'array', items }]),
  ) as Record<string, object>,
})
const blocks: Readonly<Record<string, string>> = {
  'rows of a table': `<table>${'<tr><th>key<td>value<td>1'.repeat(10)}</table>`,
  'items of a list': `<ul>${'<li><b>Upper mill</b><p>built in 1820<p>owned by Ann'.repeat(10)}</ul>`,
  'terms with what is said of them': `<dl>${'<dt>Upper mill<dd>1820<dd>Ann'.repeat(10)}</dl>`,
}

for (const [name, html] of Object.entries(blocks))
  test(`lists in lists of a schema that refers to itself count what they take: ${name}`, async () => {
    const material = makeMaterial(`<!doctype html><title>Mills</title><h1>Mills</h1>${html}`)
    const fillIn = (schema: object) =>
      runPageTask(
        { kind: 'fill', input: { schema: schema as never, facts: material.facts } },
        { stepsMax: 50_000 },
      )
    await assert.rejects(fillIn(itself(13, { $ref: '#' })), { code: 'UNPROCESSABLE' })
    // Control: without lists in lists it is little work.
    await fillIn(itself(13, { type: 'string' }))
  })

test('waiting for a thread ends with the reason of the signal', async () => {
  await using work = createPageWork()
  const { kind, input } = wide(200, 20)
  const aborted = callerUntil(AbortSignal.abort(new Error('over')))
  await assert.rejects(work.run(kind, input, aborted), /over/)
})
