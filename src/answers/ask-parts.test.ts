import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LanguageModel } from '#llm/language-model.ts'
import { createTokenCounter } from '#llm/tokens.ts'
import { askParts } from './ask-parts.ts'

const tokens = createTokenCounter()
const section = (title: string) => `## ${title}\n\n${'A mill grinds flour. '.repeat(60)}`
const markdown = `${section('Mills')}\n\n${section('Ovens')}`

const other = async () => assert.fail('no such question')
const makeQuestion = (part: string) => ({ instructions: '', texts: [part], schema: {} })

/** The parts of the page that a model with such a context is asked about. */
async function askedParts(contextTokens: number): Promise<readonly string[]> {
  const parts: string[] = []
  const model: LanguageModel = {
    id: 'test',
    contextTokens,
    outputTokensMax: 100,
    count: (text) => tokens.count(text),
    askText: other,
    askStep: other,
    async askJson({ texts }) {
      parts.push(texts.join('\n'))
      return { state: 'answered', value: {} }
    },
  }
  const caller = { teamId: 'test', signal: new AbortController().signal }
  await askParts({ markdown, frame: () => [''], makeQuestion }, { model, caller })
  return parts
}

test('a page that fits is asked about as a whole, also where it fills more than half of the context', async () => {
  const size = tokens.count(markdown)
  assert.deepEqual(await askedParts(Math.ceil(size * 1.4) + 100), [markdown])
  assert.equal((await askedParts(Math.ceil(size * 0.9) + 100)).length, 2)
})
