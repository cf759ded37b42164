import { ServiceError } from '#kernel/errors.ts'
import type { JsonQuestion, LanguageModel, Outcome } from '#llm/language-model.ts'
import type { AnswerContext } from './answer.ts'
import { splitIntoChunks, halves } from './chunks.ts'
import { countBySample } from '#llm/count-by-sample.ts'

/** A question that is asked of every part of a text. */
export interface PartedQuestion {
  readonly markdown: string
  /** Texts of the question without the part, to know what room they leave. Made one by one: a schema may be far too long. */
  readonly frame: () => Iterable<string>
  makeQuestion(part: string, isWhole: boolean): JsonQuestion
}

export interface PartedAnswer {
  /** The answers in the order of the parts. */
  readonly values: readonly unknown[]
  /** Parts that were refused, or whose answers were cut or invalid. */
  readonly failed: readonly Exclude<Outcome<unknown>, { state: 'answered' }>[]
  /** Share of the text that was not read. */
  readonly omittedShare: number
  readonly isWhole: boolean
}

const chunksMax = 16
/** Longer texts are refused. */
const contextsMax = 40
/** Part of the context that stays free for the frame of messages. */
const spareShare = 0.1
const roomTokensMin = 200
/** Times that a part is halved because its answer is too long; a half of a short text that is cut again would be cut for ever. */
const [halvingsOfShort, halvingsMax] = [1, 3]
const shortLength = 8_000
/** Times that the whole is planned anew because the server finds a prompt too long. */
const plansMax = 4

/**
 * Asks a question of a text: in one call if it fits into the context of the model, otherwise part by part. Throws
 * `SCRAPE_JSON_CONTENT_TOO_LARGE` for texts far beyond the context.
 */
export async function askParts(
  question: PartedQuestion,
  context: AnswerContext,
): Promise<PartedAnswer> {
  const { model, caller } = context
  let share = 1
  for (let plan = 1; ; plan++) {
    const { contextTokens } = model
    const tokensMax = Math.max(roomTokensMin, (await tokensLeft(model, question.frame)) * share)
    const sizeMax = model.contextTokens * contextsMax
    const size = await countBySample(question.markdown, (text) => model.count(text), sizeMax)
    caller.signal.throwIfAborted()
    if (size > sizeMax) throw tooLarge()
    const limits = { tokensMax, chunksMax, count: (text: string) => model.count(text) }
    const { texts, omittedShare } =
      size <= tokensMax
        ? { texts: [question.markdown], omittedShare: 0 }
        : await splitIntoChunks(question.markdown, limits)
    const parts = texts.length === 0 ? [''] : texts
    const outcomes = await askEach(parts, question, context)
    const isCut = outcomes.some(({ state }) => state === 'too-long')
    if (isCut && plan < plansMax) {
      // This text takes more tokens than others.
      if (model.contextTokens >= contextTokens) share /= 2
      continue
    }
    return {
      values: outcomes.flatMap((outcome) => (outcome.state === 'answered' ? [outcome.value] : [])),
      failed: outcomes.filter((outcome) => outcome.state !== 'answered'),
      omittedShare,
      isWhole: parts.length === 1 && omittedShare === 0,
    }
  }
}

/** Tokens that a text of the page may take. Throws `SCRAPE_JSON_CONTENT_TOO_LARGE` when the question leaves none. */
export async function tokensLeft(
  model: LanguageModel,
  frame: string | (() => Iterable<string>),
): Promise<number> {
  const { contextTokens } = model
  const output = Math.min(model.outputTokensMax, contextTokens / 2)
  let room = Math.floor((contextTokens - output) * (1 - spareShare))
  for (const text of typeof frame === 'string' ? [frame] : frame()) {
    room -= await countBySample(text, (piece) => model.count(piece), room)
    if (room < roomTokensMin) throw noRoom()
  }
  return room
}

const noRoom = () =>
  new ServiceError(
    'SCRAPE_JSON_CONTENT_TOO_LARGE',
    'The prompt and the schema leave no room for the page in the context of the language model. Shorten them.',
  )

/** All parts at the same time; the slots of the team bound the calls. The first failure ends the others. */
async function askEach(
  parts: readonly string[],
  question: PartedQuestion,
  { model, caller }: AnswerContext,
): Promise<Outcome<unknown>[]> {
  const failed = new AbortController()
  const signal = AbortSignal.any([caller.signal, failed.signal])
  const isWhole = parts.length === 1
  const isShort = question.markdown.length < shortLength
  const halvingsLeft = isShort ? halvingsOfShort : halvingsMax

  async function ask(part: string, halvings: number): Promise<Outcome<unknown>[]> {
    const outcome = await model.askJson(question.makeQuestion(part, isWhole && halvings === 0), {
      ...caller,
      signal,
    })
    if (outcome.state !== 'cut' || halvings >= halvingsLeft) return [outcome]
    const both = halves(part)
    if (!both) return [outcome]
    return (await Promise.all(both.map((half) => ask(half, halvings + 1)))).flat()
  }

  try {
    return (await Promise.all(parts.map((part) => ask(part, 0)))).flat()
  } catch (thrown) {
    failed.abort(thrown)
    caller.signal.throwIfAborted()
    throw thrown
  }
}

const tooLarge = () =>
  new ServiceError(
    'SCRAPE_JSON_CONTENT_TOO_LARGE',
    'The page is too long for the language model. Select a part of it with includeTags.',
  )
