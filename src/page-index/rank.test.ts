import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Candidate } from './candidates.ts'
import { rank } from './rank.ts'

const term = (word: string) => ({ lexemes: [word], pages: 5, idf: 3, isOptional: false })

/** A page of a thousand words without a title that counts. */
const page = (id: number, places: Readonly<Record<string, readonly number[]>>): Candidate => ({
  id,
  density: 0,
  words: 1_000,
  contentKey: String(id),
  url: `https://a.example/${id}`,
  occurrences: new Map(
    Object.entries(places).map(([word, list]) => [
      word,
      { fields: 'D'.repeat(list.length), places: list },
    ]),
  ),
})

test('a page with the words in one passage comes before one with them far from each other', () => {
  const far = page(1, { keep: [10], undo: [400], change: [800] })
  const near = page(2, { keep: [410], undo: [400], change: [420] })
  const ranked = rank([far, near], ['keep', 'undo', 'change'].map(term))
  assert.deepEqual(
    ranked.map(({ id }) => id),
    [2, 1],
  )
})
