import type { Caller } from '#kernel/caller.ts'
import type { Derivation } from './derivation.ts'

/** On whose behalf the language model is asked about a document. */
export const makeCaller = (request: Derivation): Caller => ({
  teamId: request.teamId,
  signal: request.signal,
  deadlineAt: request.deadlineAt,
  zeroDataRetention: request.zeroDataRetention || request.isPersonal,
})
