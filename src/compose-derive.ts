import { judgeChange, type Change, type Judgment } from '#answers/judge.ts'
import type { Foundations } from '#compose-foundations.ts'
import { createPagePrice, type PagePrice } from '#pages/page-price.ts'
import { createDerive, type Derive } from '#formats/derive.ts'
import { createRecipeStore, type RecipeStore } from '#formats/recipe-store.ts'
import { estimateCredits } from '#formats/estimate.ts'
import { createCopyMedia } from '#media/copy-media.ts'
import type { Withhold } from '#formats/withhold.ts'
import type { Format } from '#formats/registry.ts'
import type { Waiter } from '#kernel/waiter.ts'
import type { Safety } from '#safety/create-safety.ts'
import type { LanguageModel } from '#llm/language-model.ts'

interface Derived {
  readonly derive: Derive
  readonly recipes: RecipeStore
  /** Credits that formats may cost above the page; nothing without a model. */
  readonly surchargeOf: (formats: readonly Format[]) => number
  readonly pagePriceOf: PagePrice
  readonly model: LanguageModel | undefined
  readonly judgeChanges:
    | ((change: Change, waiter: Waiter) => Promise<Judgment | undefined>)
    | undefined
}

/** The formats that are made of the finished document, in the order in which they are made. */
export function composeDerive(foundations: Foundations, safety: Pick<Safety, 'withhold'>): Derived {
  const { llm, snapshots, comparer, pageWork, clock, log } = foundations
  const model = llm?.model
  const withhold: Withhold = (members, waiter) => safety.withhold(members, waiter)
  const recipes = createRecipeStore(foundations)
  const smallModel = llm?.smallModel
  const copyMedia = createCopyMedia(foundations)
  const service = { snapshots, comparer, copyMedia, recipes }
  const derive = createDerive({ model, smallModel, withhold, pageWork, service, clock, log })
  const surchargeOf = (formats: readonly Format[]) =>
    estimateCredits(formats, 1, { hasModel: model !== undefined }) - 1
  const judgeChanges =
    smallModel &&
    (async (change: Change, waiter: Waiter) => {
      const { members } = await withhold({ diff: change.diff }, waiter)
      const asker = { ...waiter, usesCache: true }
      return judgeChange({ ...change, ...members }, { model: smallModel, asker })
    })
  return {
    derive,
    recipes,
    surchargeOf,
    pagePriceOf: createPagePrice({ surchargeOf }),
    model,
    judgeChanges,
  }
}
