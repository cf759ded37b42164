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

const ids = (ranked: readonly Candidate[]) => ranked.map(({ id }) => id)

test('a page with the words in one passage comes before one with them far from each other', () => {
  const far = page(1, { keep: [10], undo: [400], change: [800] })
  const near = page(2, { keep: [410], undo: [400], change: [420] })
  const ranked = rank([far, near], ['keep', 'undo', 'change'].map(term))
  assert.deepEqual(ids(ranked), [2, 1])
})

test('what a page as a whole is about decides between pages that hold the same of a question', () => {
  const some = page(1, { keep: [10] })
  const other = page(2, { keep: [10] })
  const near = [
    { id: 1, passage: 0.4, head: 0.1 },
    { id: 2, passage: 0.4, head: 0.5 },
  ]
  assert.deepEqual(ids(rank([some, other], ['keep', 'undo', 'change'].map(term), near)), [2, 1])
})

test('words that a page holds together are looked for as they are', () => {
  const holder = page(1, { keep: [400], undo: [405], change: [420] })
  const other = page(2, { keep: [10], undo: [400], change: [800] })
  const near = [
    { id: 1, passage: 0.1, head: 0.1 },
    { id: 2, passage: 0.8, head: 0.8 },
  ]
  assert.deepEqual(ids(rank([holder, other], ['keep', 'undo', 'change'].map(term), near)), [1, 2])
})
