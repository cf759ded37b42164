import { prices } from '#credits/prices.ts'
import { jsonChanges, type JsonChanges, type Versions } from '#answers/json-changes.ts'
import { ServiceError } from '#kernel/errors.ts'
import type { ChangeTrackingFormat } from './change-tracking.ts'
import type { Derived, DerivationContext, Draft } from './derivation.ts'
import { makeCaller, makePageForModel } from './model-input.ts'

interface ChangedPage {
  readonly draft: Draft
  readonly format: ChangeTrackingFormat
  readonly versions: Omit<Versions, 'current'>
}

export type ComparedData = JsonChanges & Pick<Derived, 'pageCredits'>

const needsModel = 'changeTracking.json needs a language model. Set WEIR_LLM_PROVIDER to use one.'

/**
 * `changeTracking.json` of a page that has changed. Without an answer of the model it is absent, and nothing is charged. Fails
 * with `INSUFFICIENT_CREDITS` when the team has used its tokens.
 */
export async function compareData(
  { model, withhold, pageWork: work, request }: DerivationContext,
  { draft, format: { schema, prompt }, versions }: ChangedPage,
): Promise<ComparedData> {
  if (!model) return { json: undefined, warnings: [needsModel] }
  const context = { model, caller: makeCaller(request), work }
  try {
    const current = makePageForModel(draft)
    const { members } = await withhold(versions, request)
    const changes = await jsonChanges({ ...members, current }, { schema, prompt }, context)
    return { ...changes, pageCredits: prices.extractedPage }
  } catch (thrown) {
    request.signal.throwIfAborted()
    if (!(thrown instanceof ServiceError) || thrown.code === 'INSUFFICIENT_CREDITS') throw thrown
    return { json: undefined, warnings: [`changeTracking.json: ${thrown.message}`] }
  }
}
