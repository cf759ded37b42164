import type { Llm } from '#llm/create-llm.ts'
import { createCopyMedia } from '#media/copy-media.ts'
import type { DerivationDeps, ServiceParts } from './derivation.ts'
import { createDerive } from './derive.ts'
import { estimateCredits } from './estimate.ts'
import { createJudgeChanges } from './judge-changes.ts'
import { createRecipeStore } from './recipe-store.ts'
import type { Format } from './registry.ts'

type StoreDeps = Parameters<typeof createRecipeStore>[0] & Parameters<typeof createCopyMedia>[0]

interface FormatsDeps
  extends
    StoreDeps,
    Omit<DerivationDeps, 'model' | 'smallModel' | 'service'>,
    Pick<ServiceParts, 'snapshots' | 'comparer'> {
  readonly llm: Pick<Llm, 'model' | 'smallModel'> | undefined
}

/** The formats that are made of the finished document, in the order in which they are made. */
export function composeFormats(deps: FormatsDeps) {
  const { llm, snapshots, comparer, withhold } = deps
  const { model, smallModel } = llm ?? {}
  const recipes = createRecipeStore(deps)
  const service = {
    snapshots,
    comparer,
    copyMedia: createCopyMedia(deps),
    recipes,
  }
  return {
    derive: createDerive({ ...deps, model, smallModel, service }),
    /** Credits that formats may cost above the page; nothing without a model. */
    priceFormats: (formats: readonly Format[]) =>
      estimateCredits(formats, 1, { hasModel: model !== undefined }) - 1,
    recipes,
    model,
    judgeChanges: smallModel && createJudgeChanges({ model: smallModel, withhold }),
  }
}
