import assert from 'node:assert/strict'
import { globSync, mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { answerOfPage } from '#answers/question.ts'
import type { PageContext } from '#answers/answer.ts'
import { voiceOfPage } from '#answers/brand-voice.ts'
import { splitBlocks, cleanMarkdown } from '#answers/clean.ts'
import { crawlParams } from '#answers/crawl-params.ts'
import { highlightsOfPage } from '#answers/highlights.ts'
import { jsonChanges } from '#answers/json-changes.ts'
import { jsonOfPage } from '#answers/json.ts'
import { judgeChange } from '#answers/judge.ts'
import { recipeOfPage } from '#answers/recipe.ts'
import { summaryOfPage } from '#answers/summary.ts'
import { createAsk } from '#features/support/ask.ts'
import { createDocumentation } from '#features/support/documentation.ts'
import { createSearchDocumentation } from '#features/support/search-documentation.ts'
import { createModel } from '#llm/create-model.ts'
import { probeModel } from '#llm/probe-model.ts'
import { tryModel } from '#llm/try-model.ts'
import { createServerConnection } from '#net/call-server.ts'
import { judgeCandidates } from '#safety/pii/judge-candidates.ts'
import { pageWorkHere } from '#test/fixtures/page-work.ts'
import { account } from '#test/fixtures/edge.ts'
import { makeMaterial } from '#test/fixtures/material.ts'
import type { ModelRequest } from '#test/fixtures/model-protocols.ts'
import { caller, openScriptedLlm } from '#test/fixtures/scripted-llm.ts'
import { startScriptedModel, type Step } from '#test/scripted-model.ts'

/** Every prompt that is sent to a model, as a file that shows a change in review. `UPDATE=1` rewrites the files. */
const folder = join(import.meta.dirname, 'prompts')
const page = {
  title: 'Weir Mill',
  url: 'https://site.example/mill',
  material: makeMaterial(
    `<html lang="en"><head><title>Weir Mill</title><meta name="author" content="Ada Weir"></head><body><main>
     <h1>Weir Mill</h1><p>The mill was built in 1820 by John Carter.</p>
     <p>Tickets cost 7.50 pounds: <a href="https://shop.example/tickets?id=77">buy them here</a>.</p></main></body></html>`,
    ['Who built it?'],
  ),
}
const text = { type: 'string' }
const schema = {
  type: 'object',
  properties: { builder: text, year: { type: 'integer', description: 'Year of construction' } },
  required: ['builder', 'year'],
}
const diff = '@@ -1 +1 @@\n-Tickets cost 7 pounds.\n+Tickets cost 7.50 pounds.'
const { markdown } = page.material
const change = {
  goal: 'Tell me when the price changes',
  url: page.url,
  diff,
  before: 'Tickets cost 7 pounds.',
  after: 'Tickets cost 7.50 pounds.',
}
const call = {
  account,
  operationId: '0199b0a0-0000-7000-8000-000000000000',
  requestId: 'request',
  signal: new AbortController().signal,
}

interface Prompt {
  /** Files of the source that ask it. */
  readonly from: readonly string[]
  /** Responses of the model; empty objects when absent. */
  readonly steps?: readonly Step[]
  readonly ask: (context: PageContext) => Promise<unknown>
}

/** Runs a question with documentation of one section. */
async function documented(
  run: (documentation: ReturnType<typeof createDocumentation>) => Promise<unknown>,
): Promise<unknown> {
  using docs = mkdtempDisposableSync(join(tmpdir(), 'weir-prompts-'))
  mkdirSync(join(docs.path, 'docs'))
  writeFileSync(join(docs.path, 'docs/prices.md'), '# Prices\n\nA page costs one credit.\n')
  return await run(createDocumentation(docs.path))
}

const prompts: Readonly<Record<string, Prompt>> = {
  json: {
    from: ['answers/ask-parts.ts', 'answers/ask-gaps.ts', 'llm/ask-json.ts'],
    steps: [
      { text: 'It was John Carter.' },
      { text: '{"builder":"John Carter","year":1999}' },
      { text: '{"value1":1820}' },
    ],
    ask: (context) => jsonOfPage(page, { schema, prompt: 'The mill' }, context),
  },
  'json-without-a-schema': {
    from: ['answers/ask-parts.ts'],
    ask: (context) => jsonOfPage(page, { prompt: 'The mill' }, context),
  },
  question: {
    from: ['answers/ask-passages.ts'],
    ask: (context) => answerOfPage(page, 'Who built it?', context),
  },
  highlights: {
    from: ['answers/ask-passages.ts'],
    ask: (context) => highlightsOfPage(page, 'Who built it?', context),
  },
  summary: { from: ['answers/ask-passages.ts'], ask: (context) => summaryOfPage(page, context) },
  'clean-content': {
    from: ['answers/clean.ts'],
    ask: (context) => cleanMarkdown(splitBlocks(markdown), splitBlocks(markdown), context),
  },
  branding: {
    from: ['answers/brand-voice.ts'],
    ask: (context) => voiceOfPage(page, context),
  },
  judge: { from: ['answers/judge.ts'], ask: (context) => judgeChange(change, context) },
  'change-tracking': {
    from: ['answers/json-changes.ts'],
    ask: (context) =>
      jsonChanges({ current: page, previous: change.before, diff }, { prompt: 'Prices' }, context),
  },
  'crawl-params': {
    from: ['answers/crawl-params.ts'],
    ask: (context) =>
      crawlParams({ url: page.url, prompt: 'Only the blog', paths: ['/blog/a', '/shop'] }, context),
  },
  recipe: {
    from: ['answers/recipe.ts'],
    ask: (context) =>
      recipeOfPage(
        { url: page.url, outline: 'main\n  h1 "Weir Mill"', schema, unfilled: ['year'] },
        context,
      ),
  },
  'personal-data': {
    from: ['safety/compose.ts'],
    ask: ({ model, caller: who }) =>
      judgeCandidates(
        [{ phrase: 'John Carter', context: 'built by John Carter in', ranges: [] }],
        {
          ask: async (question) => {
            const outcome = await model.askJson(question, who)
            return outcome.state === 'answered' ? outcome.value : undefined
          },
          texts: 1,
        },
        who,
      ),
  },
  'support-ask': {
    from: ['features/support/ask-sections.ts'],
    ask: ({ model }) =>
      documented((documentation) =>
        createAsk({ model, documentation, factsOfJob: async () => '{"state":"failed"}' })(
          { question: 'What does a page cost?', jobId: 'x', context: 'A crawl.' },
          call,
        ),
      ),
  },
  'try-model': {
    from: ['llm/try-model.ts'],
    ask: async ({ model, caller: from }) => tryModel(model, from),
  },
  'support-docs-search': {
    from: ['features/support/ask-sections.ts'],
    ask: ({ model }) =>
      documented((documentation) =>
        createSearchDocumentation({ model, documentation })(
          { question: 'What does a page cost?' },
          call,
        ),
      ),
  },
}

/** The requests that a question sends to a model without native schemas, so that the schema is in the text too. */
async function recordRequests({ steps = [{ text: '{}' }], ask }: Prompt): Promise<string> {
  await using model = await startScriptedModel(steps.map((step) => ({ ...step, usage: null })))
  const settings = { provider: 'compatible', url: model.urls.compatible } as const
  await using llm = openScriptedLlm({ ...settings, structure: 'text' })
  // Questions whose answer is not usable may fail; only what they send counts here.
  await ask({ model: llm.model, caller: caller(), work: pageWorkHere }).catch(() => undefined)
  return shown(model.requests)
}

function shown(requests: readonly Pick<ModelRequest, 'texts'>[]): string {
  const texts = requests.map(({ texts: messages }) =>
    messages.map(({ role, text: said }) => `### ${role}\n\n${said}\n`).join('\n'),
  )
  return texts.map((request, index) => `## Request ${index + 1}\n\n${request}`).join('\n')
}

function assertGolden(name: string, actual: string): void {
  const path = join(folder, `${name}.txt`)
  assert.notEqual(actual, '')
  if (process.env['UPDATE']) writeFileSync(path, actual)
  assert.equal(actual, readFileSync(path, 'utf8'))
}

for (const [name, prompt] of Object.entries(prompts)) {
  test(`the prompt of ${name} is the one in its file`, async () => {
    assertGolden(name, await recordRequests(prompt))
  })
}

test('the prompts of weir doctor are the ones in their file', async () => {
  await using server = await startScriptedModel([{ text: 'yes' }])
  const url = server.urls.compatible
  await using connection = createServerConnection({ url, connectionsMax: 1 })
  const { call: send } = connection
  const settings = { provider: 'compatible', name: 'm', url, key: '', contextTokens: 200 } as const
  await probeModel(createModel({ ...settings, call: send }), 200, caller().signal)
  assertGolden('doctor', shown(server.requests))
})

test('every file of the source that asks a model has its prompt here', () => {
  const root = join(import.meta.dirname, '../src')
  const asking = globSync('**/*.ts', { cwd: root })
    .filter((path) => !path.endsWith('.test.ts'))
    .filter((path) => /\.ask(?:Json|Text)\(/.test(readFileSync(join(root, path), 'utf8')))
  const shown = new Set(Object.values(prompts).flatMap(({ from }) => from))
  assert.deepEqual(
    asking.filter((path) => !shown.has(path)),
    [],
  )
})
