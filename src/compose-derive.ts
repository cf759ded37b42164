import type { Foundations } from '#compose-foundations.ts'
import { createAnswerDerivations } from '#formats/derive-answers.ts'
import { createDerive, type Derive } from '#formats/derive.ts'
import { createTrackChanges } from '#formats/track-changes.ts'

/** The formats that are made of the finished document, in the order in which they are made. */
export function composeDerive({ llm, snapshots, comparer, clock, log }: Foundations): Derive {
  return createDerive([
    ...createAnswerDerivations({ model: llm?.model }),
    createTrackChanges({ snapshots, comparer, clock, log }),
  ])
}
