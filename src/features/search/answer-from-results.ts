import type { AnswerContext } from '#answers/answer.ts'
import { answerPage, questionMethods } from '#answers/answer-methods.ts'
import type { PageWork } from '#answers/page-work.ts'
import { notSaid } from '#answers/question.ts'
import { isSupported } from '#answers/supports.ts'
import { getRanking, rankPassages } from '#content/passages/passages.ts'
import type { Caller } from '#kernel/caller.ts'
import type { SearchReply } from './reply.ts'

/** What a search says to its query, and what that is based on. */
interface SearchAnswer {
  /** Undefined when the results give none. */
  readonly answer: SearchReply['answer']
  readonly warnings: readonly string[]
  readonly usedModel: boolean
}

export const noAnswer: SearchAnswer = { answer: undefined, warnings: [], usedModel: false }

export type AnswerFromResults = (
  query: string,
  data: SearchReply['data'],
  caller: Caller,
) => Promise<SearchAnswer>

export interface AnswerDeps {
  readonly pageWork: PageWork
  readonly llm: { readonly model: AnswerContext['model'] } | undefined
}

/** Characters of all results together that an answer is based on, and results. */
const [charactersMax, resultsMax] = [16_000, 10]

/** Returns an answer to the query from the texts of the results: scraped, passages of the index, or descriptions. Names those that state it. */
export function createAnswerFromResults({ pageWork: work, llm }: AnswerDeps): AnswerFromResults {
  return async function answerFromResults(query, data, caller) {
    const results = listTexts(data)
    const markdown = results.map(({ title, text }) => `# ${title}\n\n${text}`).join('\n\n')
    const passages = rankPassages(markdown, { queries: [query], title: '' })
    const facts = { facts: [], lists: [] }
    const material = { markdown, facts, text: markdown, passages }
    const page = { title: undefined, url: 'results of a search', material }
    const context = llm && { model: llm.model, caller, work }
    const methods = questionMethods(query)
    const answered = await answerPage(methods, page, { work, caller, context })
    const { value, usedModel } = answered
    const cut = results.filter(({ isCut }) => isCut).length
    const warnings = [...answered.warnings, ...(cut > 0 ? [sayCut(cut)] : [])]
    if (value === undefined || value === notSaid)
      return { answer: undefined, warnings: [...warnings, nothingSaid], usedModel }
    const sources = []
    for (const { url, title, text } of results) {
      if (await isSupported({ answer: value, quotes: [] }, `${title}\n${text}`, caller.signal))
        sources.push({ url, title, quote: findQuote(text, value) })
    }
    return { answer: { text: value, sources }, warnings, usedModel }
  }
}

const nothingSaid = 'answer: the results do not say.'
const sayCut = (count: number) =>
  `answer: only the beginning of ${count} of the results was read; passages chooses what is read of pages of the team.`

/** Titles and texts of the first results, cut so that each has its share. */
function listTexts({ web = [], news = [] }: SearchReply['data']) {
  const found = [
    ...web.map(({ description, ...item }) => ({ ...item, short: description })),
    ...news.map(({ snippet, ...item }) => ({ ...item, passages: undefined, short: snippet })),
  ].slice(0, resultsMax)
  const share = Math.floor(charactersMax / Math.max(1, found.length))
  return found.map(({ url, title, markdown, passages, short }) => {
    const whole = passages?.map((passage) => passage.text).join('\n\n') || markdown || short
    return { url, title, text: whole.slice(0, share).toWellFormed(), isCut: whole.length > share }
  })
}

/** The passage of a source that matches the answer best. */
function findQuote(text: string, answer: string): string {
  const passages = rankPassages(text, { queries: [answer], title: '' })
  const [best] = getRanking(passages, answer)
  return passages.list[best?.index ?? 0]?.text ?? ''
}
