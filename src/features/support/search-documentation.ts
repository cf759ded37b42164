import { performance } from 'node:perf_hooks'
import type { z } from 'zod'
import type { Call } from '#kernel/call.ts'
import type { LanguageModel } from '#llm/language-model.ts'
import type { ModelUsage } from '#kernel/caller.ts'
import type { DocsSearchReply, DocsSearchRequest } from './contract.ts'
import type { Documentation } from './documentation.ts'
import { askSections } from './ask-sections.ts'
import { withModel } from './support-model.ts'

export type SearchDocumentation = (
  request: z.output<typeof DocsSearchRequest>,
  call: Call,
) => Promise<z.output<typeof DocsSearchReply>>

interface SearchDocumentationDeps {
  readonly model: LanguageModel | undefined
  readonly documentation: Documentation
}

const instructions = `You answer a question about Weir, a self-hosted web-data API, from its documentation alone. The numbered sections of the documentation are in the last message.
Answer in the language of the question, in at most eight sentences, with the exact names of settings, options and commands. Name the sections that show the answer, and for each in one sentence why. If no section answers the question, let answer be empty and evidence too. Never answer from other knowledge.`

const schema = {
  type: 'object',
  properties: {
    answer: { type: 'string' },
    evidence: {
      type: 'array',
      items: {
        type: 'object',
        properties: { section: { type: 'integer' }, reason: { type: 'string' } },
        required: ['section', 'reason'],
      },
    },
  },
  required: ['answer', 'evidence'],
}

interface Found {
  readonly answer: string
  readonly evidence: readonly { readonly section: number; readonly reason: string }[]
}

const notSaid = 'The documentation does not say.'

/** Answers from sections of the documentation that exist; without one, that the documentation does not say. */
export function createSearchDocumentation({
  model: configured,
  documentation,
}: SearchDocumentationDeps): SearchDocumentation {
  return async ({ question }, call) => {
    if (!configured) return listSections(documentation, question, call)
    return withModel(configured, call, async ({ model, caller }) => {
      const usage = { inputTokens: 0, outputTokens: 0 }
      const onModelUsage = (used: ModelUsage) => {
        usage.inputTokens += used.inputTokens
        usage.outputTokens += used.outputTokens
      }
      const { value, sectionAt } = await askSections(
        documentation,
        { query: question, instructions, texts: [`Question: ${question}`], schema },
        { model, caller: { ...caller, onModelUsage } },
      )
      const found = value as Found
      const evidence = found.evidence.flatMap(({ section, reason }) => {
        const shown = sectionAt(section)
        return shown ? [{ pathOrUrl: shown.path, reason }] : []
      })
      const isShown = evidence.length > 0 && found.answer.trim() !== ''
      return {
        requestId: call.requestId,
        answer: isShown ? found.answer.trim() : notSaid,
        evidence: isShown ? evidence : [],
        usage: { ...usage, totalTokens: usage.inputTokens + usage.outputTokens },
      }
    })
  }
}

const sectionsMax = 5
const shownMax = 2
const sectionCharsMax = 1_500

/** Without a model: the sections that match best, the first of them as they are. */
async function listSections(
  documentation: Documentation,
  question: string,
  { requestId }: Call,
): Promise<z.output<typeof DocsSearchReply>> {
  const startedAt = performance.now()
  const found = await documentation.find(question)
  const sections = found.slice(0, sectionsMax)
  const shown = sections
    .slice(0, shownMax)
    .map(({ path, text }) => `${path}:\n${text.trim().slice(0, sectionCharsMax)}`)
  return {
    requestId,
    answer: sections.length === 0 ? notSaid : [noModel, ...shown].join('\n\n'),
    evidence: sections.map(({ path, heading }) => ({
      pathOrUrl: path,
      reason: `The section ${JSON.stringify(heading)} has words of the question.`,
    })),
    usage: { inputTokens: 0, outputTokens: 0, totalTokens: 0 },
    durationMs: Math.round(performance.now() - startedAt),
  }
}

const noModel =
  'No language model is configured (WEIR_LLM_PROVIDER), so these are sections of the documentation as they are, not an answer.'
