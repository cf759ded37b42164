// acceptance: quick
/**
 * Forty kinds of faulty answers of a language model, from five providers in four structure modes: each ends in its documented
 * state, none crashes the service, none that does not fit the schema is returned, and no error holds text of the provider.
 * Control: a caller that gives the text to `JSON.parse` and checks nothing.
 */
import { ServiceError } from '#kernel/errors.ts'
import { schemaErrors } from '#llm/schema-thread.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { badAnswers, personSchema, type BadAnswer } from '#test/fixtures/bad-answers.ts'
import { caller, openScriptedLlm } from '#test/fixtures/scripted-llm.ts'
import { startScriptedModel } from '#test/scripted-model.ts'

const providers = ['openai', 'anthropic', 'google', 'ollama', 'compatible'] as const
const modes = ['schema', 'object', 'tool', 'text'] as const
const question = { instructions: 'Extract.', texts: ['A page.'], schema: personSchema }
const secrets = /k-0123|secret of/

const fits = (value: unknown) => schemaErrors({ schema: personSchema, value }).length === 0

interface Cell {
  readonly provider: (typeof providers)[number]
  readonly structure: (typeof modes)[number]
}

const counts = { cells: 0, right: 0, crashes: 0, unvalidated: 0, quoted: 0 }
const wrong: string[] = []

async function ask({ provider, structure }: Cell, bad: BadAnswer) {
  const { name, steps, expected } = bad
  const isValue = structure === 'tool' && ['anthropic', 'google', 'ollama'].includes(provider)
  const wanted = isValue ? (bad.expectedOfValues ?? expected) : expected
  await using server = await startScriptedModel(steps)
  await using llm = openScriptedLlm({ provider, url: server.urls[provider], structure })
  let outcome = 'crash'
  try {
    const answer = await llm.model.askJson(question, caller())
    outcome = answer.state
    if (answer.state === 'answered' && !fits(answer.value)) counts.unvalidated += 1
  } catch (thrown) {
    if (thrown instanceof ServiceError) {
      outcome = thrown.code
      if (secrets.test(thrown.message) || thrown.cause !== undefined) counts.quoted += 1
    } else counts.crashes += 1
  }
  counts.cells += 1
  if ([wanted].flat().some((one) => one === outcome)) counts.right += 1
  else wrong.push(`; ${provider}, ${structure}, ${name}: ${outcome}`)
}

process.on('unhandledRejection', () => {
  counts.crashes += 1
})
for (const provider of providers) {
  for (const structure of modes)
    for (const bad of badAnswers) await ask({ provider, structure }, bad)
}

/** Control: of the answers that the service could use, those that are lost; and faulty ones that are let through. */
const control = { lost: 0, through: 0 }
for (const { steps, expected } of badAnswers) {
  const text = steps[0]?.text
  if (text === undefined) continue
  try {
    if (!fits(JSON.parse(text))) control.through += 1
  } catch {
    if (expected === 'answered') control.lost += 1
  }
}
report(
  'bad-answers',
  counts.right === counts.cells &&
    counts.cells === badAnswers.length * providers.length * modes.length &&
    counts.crashes + counts.unvalidated + counts.quoted === 0 &&
    control.lost > 4 &&
    control.through > 4,
  `${counts.right} of ${counts.cells} answers (${badAnswers.length} kinds, ${providers.length} providers, ${modes.length} modes) ended as documented, ${counts.crashes} crashes, ${counts.unvalidated} unvalidated, ${counts.quoted} errors with text of the provider${wrong.join('')}; control JSON.parse: ${control.lost} usable answers lost, ${control.through} faulty ones returned`,
)
