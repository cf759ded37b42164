import { readRetryAfter } from '#kernel/retry-after.ts'
import { refuseLargeJson } from '#kernel/foreign-json.ts'
import { ModelError, type ModelErrorKind } from './model.ts'

/** Characters of an error that are searched for its kind. */
const errorLengthMax = 4_096
const overloadedStatus = 529
const retryAfterMsMax = 600_000

/** What the text of a 400 says about its reason, the most specific first. */
const reasons: readonly (readonly [RegExp, ModelErrorKind])[] = [
  [/temperature/i, 'temperature'],
  [/context (?:length|window|size)|too long|too many tokens|maximum context/i, 'length'],
  [/response_?format|response_?schema|json|schema|tool|grammar|structured|format/i, 'structure'],
]

/**
 * Throws `ModelError` for a response that is no success, so that the text of the provider goes no further. Returns
 * whether a successful one holds a refusal.
 */
export async function checkResponse(response: Response): Promise<{ readonly isRefusal: boolean }> {
  if (response.ok) {
    const text = await response.clone().text()
    refuseLarge(text)
    return { isRefusal: /"refusal"\s{0,8}:\s{0,8}"[^"]/.test(text) }
  }
  const { status } = response
  const retryAfterMs = findRetryAfter(response.headers)
  if (status === 429 || status === 503 || status === overloadedStatus) {
    throw new ModelError('busy', { status, retryAfterMs })
  }
  if (status === 413) throw new ModelError('length', { status })
  if (status === 408 || (status >= 500 && status !== 501)) {
    throw new ModelError('server', { status })
  }
  const isAboutRequest = status === 400 || status === 422 || status === 501
  const text = isAboutRequest ? (await response.text()).slice(0, errorLengthMax) : ''
  const kind = reasons.find(([pattern]) => pattern.test(text))?.[1] ?? 'rejected'
  throw new ModelError(kind, { status })
}

/** An answer is one text, or calls of tools, each a text as well. */
const sizesMax = { depth: 64, members: 20_000, values: 20_000 }

/** The packages of the providers parse answers and check every value of them. */
function refuseLarge(text: string): void {
  try {
    refuseLargeJson(text, sizesMax)
  } catch {
    throw new ModelError('broken')
  }
}

function findRetryAfter(headers: Headers): number | undefined {
  const ms = Number(headers.get('retry-after-ms') ?? Number.NaN)
  if (Number.isFinite(ms)) return Math.min(Math.max(ms, 0), retryAfterMsMax)
  return readRetryAfter(headers.get('retry-after'), { now: new Date(), msMax: retryAfterMsMax })
}
