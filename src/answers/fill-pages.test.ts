import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { scoreFields } from '#test/fixtures/answer-pages/score-fields.ts'
import { makeMaterial } from '#test/fixtures/material.ts'
import { fill } from '#content/fill/fill.ts'

const folder = new URL('../../test/fixtures/answer-pages/', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8')
const pages = readdirSync(folder).flatMap((name) => /^(.+)\.schema\.json$/.exec(name)?.[1] ?? [])

for (const name of pages) {
  test(`what a page shows fills a schema without a model: ${name}`, () => {
    const schema = JSON.parse(read(`${name}.schema.json`)) as Record<string, unknown>
    const truth: unknown = JSON.parse(read(`${name}.truth.json`))
    const { value } = fill(schema, makeMaterial(read(`${name}.html`)).facts)
    const scores = scoreFields(truth, value, schema)
    const other = scores.filter(({ verdict }) => verdict !== 'right')
    const wrong = other.filter(({ verdict }) => verdict === 'wrong')
    assert.deepEqual(wrong, [])
    assert.ok(other.length * 10 <= scores.length, JSON.stringify(other))
  })
}
