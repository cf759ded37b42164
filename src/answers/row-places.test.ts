import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLocate } from '#content/fill/locate.ts'
import { readProfile } from '#content/fill/profile.ts'
import { makeMaterial } from '#test/fixtures/material.ts'
import { placeRows } from './row-places.ts'

const { facts } =
  makeMaterial(`<html><head><title>Inn</title></head><body><main><h1>Harbour inn</h1>
<ul><li><b>Sea room</b><p>80 €</p></li><li><b>Attic</b><p>55 €</p></li><li><b>Suite</b><p>140 €</p></li></ul>
<p>Breakfast</p></main></body></html>`)
const locate = createLocate(facts, () => undefined)
const profile = readProfile('name', { type: 'string' })
const placeNamed = (...names: readonly string[]) =>
  placeRows(
    locate,
    names.map((value) => ({ value, profile })),
    undefined,
  )
const findLine = (value: number) =>
  locate.places(value, readProfile('price', { type: 'number' }))[0]?.line ?? -1

test('a row ends where the next one begins', () => {
  const [first, second] = placeNamed('Sea room', 'Attic', 'Suite')
  assert.ok(first?.range && second?.range)
  assert.ok(first.range.to >= findLine(80) && first.range.to < findLine(55))
  assert.ok(second.range.from > findLine(80) && second.range.to >= findLine(55))
})

test('a name that stands where no other does is none of the list', () => {
  const isFit = placeNamed('Sea room', 'Attic', 'Breakfast').map((row) => row.isFit)
  assert.deepEqual(isFit, [true, true, false])
})
