import type { PageWork } from '#answers/page-work.ts'
import type { Comparer } from '#changes/create-comparer.ts'
import type { Snapshots } from '#changes/snapshots.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import type { Llm } from '#llm/create-llm.ts'
import { createCopyMedia } from '#media/copy-media.ts'
import { createDerive } from './derive.ts'
import { estimateCredits } from './estimate.ts'
import { createJudgeChanges } from './judge-changes.ts'
import { createRecipeStore } from './recipe-store.ts'
import type { Format } from './registry.ts'
import type { Withhold } from './withhold.ts'

type StoreDeps = Parameters<typeof createRecipeStore>[0] & Parameters<typeof createCopyMedia>[0]

interface FormatsDeps extends StoreDeps {
  readonly llm: Pick<Llm, 'model' | 'smallModel'> | undefined
  readonly withhold: Withhold
  readonly snapshots: Snapshots
  readonly comparer: Comparer
  readonly pageWork: PageWork
  readonly clock: Clock
  readonly log: Log
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
