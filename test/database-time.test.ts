import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseSync, Visitor, type CallExpression, type Node } from 'oxc-parser'

const root = join(import.meta.dirname, '..')

/** Reads of the clock of a process, in what is passed to a query. */
const clockRead = /\bclock\.now\(|\bDate\.now\(|\bnew Date\(|\bperformance\.now\(/

/** Names of a file that hold such a read, directly or through other names. */
const declaredRead = /\b(?:const|let) (?:\[([^\]]+)\]|(\w+)) = [^\n]*(?:clock\.now\(|Date\.now\()/g

/** Where a time of the process is what is stored, and why that is right. */
const exceptions: Readonly<Record<string, string>> = {}

/** Every query of a source text that is given a time of the process. */
function listFaults(source: string, file: string): string[] {
  const names = [...source.matchAll(declaredRead)].flatMap(([, list = '', name = '']) =>
    [...list.split(','), name].map((each) => each.trim()).filter(Boolean),
  )
  const faults: string[] = []
  function check({ callee, arguments: given, start }: CallExpression): void {
    const isQuery = callee.type === 'MemberExpression' && findName(callee.property) === 'query'
    const [, values] = given
    if (!isQuery || !values) return
    const text = source.slice(values.start, values.end)
    const isNamed = names.some((name) => new RegExp(String.raw`\b${name}\b`).test(text))
    if (clockRead.test(text) || isNamed) faults.push(`${file}:${findLine(source, start)}`)
  }
  new Visitor({ CallExpression: check }).visit(parseSync(file, source).program)
  return faults
}

const findName = (node: Node) => (node.type === 'Identifier' ? node.name : undefined)
const findLine = (source: string, at: number) => source.slice(0, at).split('\n').length

test('no query is given the time of a process: leases, expiry and schedules use `now()`', () => {
  const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const faults = files.flatMap((file) => listFaults(readFileSync(join(root, file), 'utf8'), file))
  const unexpected = faults.filter((fault) => !((fault.split(':')[0] ?? '') in exceptions))
  assert.deepEqual(unexpected, [])
})

/** A time that is compared with a number: PostgreSQL refuses the query when it runs. */
const bareComparison = /\b\w+_(?:at|until)"? ?[<>]=? ?\$\d+(?!\d|::timestamptz)/g

test('a column of time is compared with a time', () => {
  const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const faults = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(bareComparison)].map(([found]) => [
      file,
      found,
    ]),
  )
  assert.deepEqual(faults, [])
  assert.equal('where created_at <= $1 limit $2'.search(bareComparison), 6)
  assert.equal('created_at < $4::timestamptz'.search(bareComparison), -1)
})

test('the check finds times that are passed directly, computed, or by a name', () => {
  for (const values of [
    'clock.now()',
    'new Date(clock.now().getTime() - keptMs)',
    'new Date(Date.now() + leaseMs)',
    'id, new Date()',
  ])
    assert.deepEqual(queryWith(values), ['a.ts:3'], values)
  assert.deepEqual(queryWith('id, now', 'const now = deps.clock.now()'), ['a.ts:3'])
  assert.deepEqual(queryWith('until', 'const until = new Date(Date.now() + leaseMs)'), ['a.ts:3'])
  assert.deepEqual(queryWith('now', 'const [id, now] = [newId(), clock.now()]'), ['a.ts:3'])
  assert.deepEqual(queryWith('id, leaseMs', 'const startedAt = performance.now()'), [])
})

const queryWith = (values: string, before = '') =>
  listFaults(
    `async function f() {\n${before}\nawait sql.query('select $1', [${values}])\n}`,
    'a.ts',
  )
