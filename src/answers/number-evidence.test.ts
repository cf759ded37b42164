import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeMaterial } from '#test/fixtures/material.ts'
import { runPageTask } from './page-tasks.ts'

const { markdown, text, facts } = makeMaterial(
  `<!doctype html><html lang="en"><head><title>Rook stool</title></head><body><main><h1>Rook stool</h1><p>Rated 4.6 out of 5 by 340 owners. Under-14s need help. The shop is 340 m from the quay.</p>
<table><tr><td>Dimensions</td><td>340 × 290 × 455 mm</td></tr><tr><td>Cable</td><td>1.8 m</td></tr></table></main></body></html>`,
)
const truth = {
  rating: 4.6,
  review_count: 340,
  help_under_age: 14,
  distance_to_quay_m: 340,
  width_mm: 340,
  depth_mm: 290,
  height_mm: 455,
  cable_m: 1.8,
}

async function check(answer: Readonly<Record<string, number>>) {
  const properties = Object.fromEntries(
    Object.keys(truth).map((name) => [name, { type: 'number' }]),
  )
  const schema = { type: 'object', properties }
  const input = { value: answer, schema, stated: { markdown, text, facts } }
  return ((await runPageTask({ kind: 'check', input })) as { value: object | null }).value ?? {}
}

test('sides of a thing and a number that stands for several things are given out', async () => {
  assert.deepEqual(await check(truth), truth)
})

test('a side for another side, and a number for one thing more than the page has it for, are not', async () => {
  const lies = { width_mm: 455, depth_mm: 340, height_mm: 29, cable_m: 340 }
  for (const [name, value] of Object.entries(lies)) {
    const given = (await check({ ...truth, [name]: value })) as Readonly<Record<string, number>>
    assert.notEqual(given[name], value, name)
  }
})
