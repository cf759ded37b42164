import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ServiceError } from '#kernel/errors.ts'
import { badAnswers, personSchema } from '#test/fixtures/bad-answers.ts'
import { asker, openScriptedLlm } from '#test/fixtures/scripted-llm.ts'
import { startScriptedModel } from '#test/scripted-model.ts'
import { schemaErrors } from './schema-thread.ts'

const providers = ['openai', 'anthropic', 'google', 'ollama', 'compatible'] as const
const modes = ['schema', 'object', 'tool', 'text'] as const
const question = { instructions: 'Extract.', texts: ['A page.'], schema: personSchema }

for (const provider of providers) {
  test(`${provider}: every bad answer ends as it should, in every structure mode`, async () => {
    const found: string[] = []
    for (const structure of modes) {
      for (const { name, steps, expected } of badAnswers) {
        await using server = await startScriptedModel(steps)
        await using llm = openScriptedLlm({ provider, url: server.urls[provider], structure })
        let outcome: string
        try {
          const answer = await llm.model.askJson(question, asker())
          outcome = answer.state
          if (answer.state === 'answered') {
            assert.deepEqual(schemaErrors({ schema: personSchema, value: answer.value }), [], name)
          }
        } catch (thrown) {
          if (!(thrown instanceof ServiceError)) throw thrown
          assert.doesNotMatch(thrown.message, /k-0123|secret of/)
          assert.equal(thrown.cause, undefined)
          outcome = thrown.code
        }
        if (![expected].flat().some((one) => one === outcome)) {
          found.push(`${structure}, ${name}: ${outcome} instead of ${String(expected)}`)
        }
      }
    }
    assert.deepEqual(found, [])
  })
}
