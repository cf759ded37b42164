import type { Asker } from '#llm/language-model.ts'
import type { Derivation } from './derivation.ts'

/** Who asks the language model for a document. */
export const makeAsker = ({ teamId, signal, deadlineAt, usesModelCache }: Derivation): Asker => ({
  teamId,
  signal,
  deadlineAt,
  usesCache: usesModelCache,
})
