import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonQuestion, LanguageModel } from '#llm/language-model.ts'
import { toStrict } from '#llm/strict-schema.ts'
import { makeMaterial } from '#test/fixtures/material.ts'
import { pageWorkHere } from '#test/fixtures/page-work.ts'
import { caller } from '#test/fixtures/scripted-llm.ts'
import { askGaps } from './ask-gaps.ts'
import { findGaps } from './gaps.ts'

test('what a missing value refers to is sent with the question about it', async () => {
  const asked: JsonQuestion[] = []
  const model = {
    askJson(question: JsonQuestion) {
      asked.push(question)
      return Promise.resolve({ state: 'answered', value: { value1: { name: 'Ada Weir' } } })
    },
  } as unknown as LanguageModel
  const person = { type: 'object', properties: { name: { $ref: '#/$defs/name' } } }
  const schema = {
    type: 'object',
    properties: { owner: { $ref: '#/$defs/person' } },
    required: ['owner'],
    $defs: { person, name: { type: 'string' } },
  }
  const material = makeMaterial(
    '<title>Mill</title><main><p>The mill belongs to Ada Weir.</p></main>',
  )
  const page = { title: 'Mill', url: 'https://site.example/', material }
  const context = { model, caller: caller(), work: pageWorkHere }
  const gaps = findGaps({}, schema)
  assert.deepEqual(await askGaps(page, { gaps, wanted: { schema } }, context), [
    { name: 'Ada Weir' },
  ])
  const sent = toStrict(asked[0]?.schema ?? {})
  assert.deepEqual(Object.keys(sent['$defs'] as object), ['person', 'name'])
})
