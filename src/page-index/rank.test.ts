import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareInRow } from './best-passage.ts'
import type { Candidate } from './candidates.ts'
import { rank } from './rank.ts'

const term = (word: string) => ({ lexemes: [word], pages: 5, idf: 3, isOptional: false })

const keywords = {
  terms: ['keep', 'undo', 'change'].map(term),
  isSentence: false,
  isForeign: false,
}

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
  const ranked = rank([far, near], keywords)
  assert.deepEqual(ids(ranked), [2, 1])
})

test('what a page as a whole is about decides between pages that hold the same of a question', () => {
  const some = page(1, { keep: [10] })
  const other = page(2, { keep: [10] })
  const near = [
    { id: 1, passage: 0.4, head: 0.1 },
    { id: 2, passage: 0.4, head: 0.5 },
  ]
  assert.deepEqual(ids(rank([some, other], keywords, near)), [2, 1])
})

test('words that a page holds together are looked for as they are', () => {
  const holder = page(1, { keep: [400], undo: [405], change: [420] })
  const other = page(2, { keep: [10], undo: [400], change: [800] })
  const near = [
    { id: 1, passage: 0.1, head: 0.1 },
    { id: 2, passage: 0.8, head: 0.8 },
  ]
  assert.deepEqual(ids(rank([holder, other], keywords, near)), [1, 2])
})

test('words of a sentence are looked for as they are only where they stand in its order', () => {
  const near = [
    { id: 1, passage: 0.2, head: 0.2 },
    { id: 2, passage: 0.5, head: 0.5 },
  ]
  const other = page(2, { keep: [10], undo: [400], change: [800] })
  const sentence = { ...keywords, isSentence: true }
  const strewn = page(1, { keep: [420], undo: [405], change: [400] })
  assert.deepEqual(ids(rank([strewn, other], sentence, near)), [2, 1])
  const inOrder = page(1, { keep: [90, 400], undo: [402], change: [405] })
  assert.deepEqual(ids(rank([inOrder, other], sentence, near)), [1, 2])
  const inOrderToo = page(2, { keep: [90, 400], undo: [402], change: [405] })
  assert.deepEqual(
    ids(rank([inOrder, inOrderToo], sentence, near)),
    [2, 1],
    'what it means is not left out',
  )
})

test('a question in another language is compared by what it means, and a page with its words comes later', () => {
  const foreign = { ...keywords, isSentence: true, isForeign: true }
  const chance = page(1, { keep: [400], undo: [401], change: [402] })
  const [wanted, unlike] = [page(2, {}), page(3, {})]
  const near = [
    { id: 1, passage: 0.05, head: 0.05 },
    { id: 2, passage: 0.25, head: 0.25 },
    { id: 3, passage: 0.1, head: 0.1 },
  ]
  assert.deepEqual(ids(rank([chance, wanted, unlike], foreign, near)), [2, 1])
  const own = { ...foreign, isForeign: false }
  assert.deepEqual(ids(rank([chance, wanted, unlike], own, near)), [1])
})

test('a row may begin with one of several forms of a word', () => {
  const forms = { ...term('keep'), lexemes: ['keep', 'kept'] }
  const terms = [forms, term('undo')]
  const held = page(1, { keep: [9, 30], kept: [2, 17], undo: [18, 40] }).occurrences
  assert.equal(shareInRow(held, terms), 1)
  assert.equal(shareInRow(page(1, { keep: [9], undo: [8, 13] }).occurrences, terms), 0.5)
})
