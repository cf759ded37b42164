import type { Asker } from '#llm/language-model.ts'
import type { DocumentRequest } from './derive.ts'

/** Who asks the language model for a document. */
export const askerOf = ({
  teamId,
  signal,
  deadlineAt,
  usesModelCache,
}: DocumentRequest): Asker => ({ teamId, signal, deadlineAt, usesCache: usesModelCache })
