import type { Asker } from '#llm/language-model.ts'
import type { DerivationRequest } from './derivation.ts'

/** Who asks the language model for a document. */
export const makeAsker = ({
  teamId,
  signal,
  deadlineAt,
  usesModelCache,
}: DerivationRequest): Asker => ({ teamId, signal, deadlineAt, usesCache: usesModelCache })
