import type { Answer } from '#answers/answer.ts'
import { jsonOfPage } from '#answers/json.ts'
import {
  answerPage,
  highlightsWays,
  jsonWays,
  questionWays,
  summaryWays,
  type Ways,
} from '#answers/ways.ts'
import type { LanguageModel } from '#llm/language-model.ts'
import { askerOf } from './asker-of.ts'
import {
  createDerivation,
  type Derivation,
  type Derived,
  type DocumentRequest,
  type Draft,
} from './derive.ts'
import { pageOf } from './page-of.ts'
import type { Document } from './document.ts'
import { extractedPageCredits } from './json.ts'

interface AnswersDeps {
  /** Undefined when none is configured: then everything is made by rules. */
  readonly model: LanguageModel | undefined
}

/** A question costs this above the price of the page. */
const price = { credits: 4 }

/** The formats that answer questions about a page, in the order in which they are made. */
export function createAnswerDerivations({ model }: AnswersDeps): Derivation[] {
  const contextOf = (request: DocumentRequest) => model && { model, asker: askerOf(request) }
  const answer = <Value>(ways: Ways<Value>, draft: Draft, request: DocumentRequest) =>
    answerPage(ways, pageOf(draft), contextOf(request))

  return [
    createDerivation('summary', async (draft, _format, request) =>
      derived('summary', await answer(summaryWays, draft, request), {}),
    ),
    createDerivation('json', async (draft, { schema, prompt }, request) => {
      const wish = { schema, prompt }
      const context = contextOf(request)
      // There is no fallback for prompts: if the model fails, the request fails.
      const made =
        context && prompt !== undefined
          ? await jsonOfPage(pageOf(draft), wish, context)
          : await answer(jsonWays(wish), draft, request)
      return derived('json', made, { pageCredits: extractedPageCredits })
    }),
    createDerivation('query', async (draft, { prompt, mode }, request) => {
      const ways = mode === 'directQuote' ? highlightsWays(prompt) : questionWays(prompt)
      return derived('answer', await answer(ways, draft, request), price)
    }),
    createDerivation('question', async (draft, { question }, request) =>
      derived('answer', await answer(questionWays(question), draft, request), price),
    ),
    createDerivation('highlights', async (draft, { query }, request) =>
      derived('highlights', await answer(highlightsWays(query), draft, request), price),
    ),
  ]
}

/** The surcharge is due only when the model answered. */
function derived(
  member: 'summary' | 'json' | 'answer' | 'highlights',
  { value, warnings, usedModel }: Answer<unknown>,
  surcharge: Pick<Derived, 'credits' | 'pageCredits'>,
): Derived {
  const members: Partial<Document> = value === undefined ? {} : { [member]: value }
  return {
    members,
    ...(warnings.length > 0 && { warning: warnings.join(' ') }),
    ...(usedModel && surcharge),
  }
}
