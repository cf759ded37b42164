import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openalex } from './openalex.ts'

test('a full page of works with authors and abstracts is read', () => {
  const abstract = Object.fromEntries(
    Array.from({ length: 150 }, (_, at) => [`word${at}`, [at, at + 150]]),
  )
  const work = (id: number) => ({
    id: `https://openalex.org/W${id}`,
    display_name: `Weirs ${id}`,
    authorships: Array.from({ length: 6 }, (_, at) => ({
      author: { display_name: `Author ${at}` },
      raw_affiliation_strings: ['Institute of weirs and locks, '.repeat(20)],
    })),
    abstract_inverted_index: abstract,
  })
  const results = Array.from({ length: 200 }, (_, at) => work(at + 1))
  const source = openalex({ key: 'key', url: 'https://openalex.example' })
  const call = source.call(
    {
      kind: 'search',
      query: 'weirs',
      authors: [],
      categories: [],
      from: undefined,
      to: undefined,
      limit: 200,
    },
    0,
  )
  const papers = call?.read({ status: 200, headers: {}, body: JSON.stringify({ results }) })
  assert.equal(papers?.length, 200)
})
