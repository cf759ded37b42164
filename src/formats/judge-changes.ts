import { judgeChange, type Change, type Judgment } from '#answers/judge.ts'
import type { Caller } from '#kernel/caller.ts'
import type { LanguageModel } from '#llm/language-model.ts'
import type { Withhold } from './withhold.ts'

/** Judges changes by the goal of a monitor, without what may not be shown to a model. */
export function createJudgeChanges(deps: {
  readonly model: LanguageModel
  readonly withhold: Withhold
}) {
  return async (change: Change, caller: Caller): Promise<Judgment | undefined> => {
    const { members } = await deps.withhold({ diff: change.diff }, caller)
    return judgeChange({ ...change, ...members }, { model: deps.model, caller })
  }
}
