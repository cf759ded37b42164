import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testDatabase } from '#test/database.ts'
import type { SqlValue } from './database.ts'
import { jsonText, storable } from './storable.ts'

const hostile = 'a\0b\ud800c\udc00d \\u0000 \\ud800 😀'
const clean = 'ab\u{FFFD}c\u{FFFD}d \\u0000 \\ud800 😀'

test('characters that PostgreSQL cannot store are removed from texts, lists and JSON', () => {
  const list = [hostile, { [hostile]: hostile }]
  const bytes = Buffer.from([0, 1])
  const now = new Date()

  assert.equal(storable(hostile), clean)
  assert.deepEqual(JSON.parse(jsonText(list)), [clean, { [clean]: clean }])
  assert.deepEqual(storable([hostile, bytes, null]), [clean, bytes, null])
  assert.deepEqual([bytes, now, 7, true, null].map(storable), [bytes, now, 7, true, null])
})

/** A value of each column type, as written and as read. */
const valuesOf: Readonly<Record<string, { readonly written: SqlValue; readonly read: unknown }>> = {
  text: { written: hostile, read: clean },
  jsonb: { written: { text: hostile }, read: { text: clean } },
  'text[]': { written: [hostile], read: [clean] },
}

test('every text and JSON column accepts foreign text', async () => {
  await using database = await testDatabase()
  const columns = await database.query<{
    place: string
    table: string
    name: string
    type: string
  }>(
    `select c.relname || '.' || a.attname as place, c.relname as table, a.attname as name,
       format_type(a.atttypid, null) as type
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0
       and not a.attisdropped and format_type(a.atttypid, null) in ('text', 'jsonb', 'text[]')`,
    [],
  )
  assert.ok(columns.length > 40)

  for (const { place, table, name, type } of columns) {
    // Without constraints of the table.
    const copy = `"copy of ${place}"`
    await database.query(
      `create table ${copy} as select "${name}" as value from "${table}" limit 0`,
    )
    const { written, read } = valuesOf[type] ?? { written: null, read: undefined }
    await database.query(`insert into ${copy} values ($1)`, [written])
    assert.deepEqual(await database.query(`select value from ${copy}`), [{ value: read }], place)
  }
})
