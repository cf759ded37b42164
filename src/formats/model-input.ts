import type { PageForModel } from '#answers/page-material.ts'
import type { Caller } from '#kernel/caller.ts'
import type { Derivation, Draft } from './derivation.ts'

const noMaterial: PageForModel['material'] = {
  markdown: '',
  facts: { facts: [], lists: [] },
  text: '',
  passages: { list: [], ranked: [], topic: [] },
}

/** What the question is asked of. Content without text, for example a video, has no material. */
export function makePageForModel({
  document,
  material = noMaterial,
}: Pick<Draft, 'document' | 'material'>): PageForModel {
  const { title, url } = document.metadata
  return { title: typeof title === 'string' ? title : undefined, url, material }
}

/** On whose behalf the language model is asked about a document. */
export const makeCaller = (request: Derivation): Caller => ({
  teamId: request.teamId,
  signal: request.signal,
  deadlineAt: request.deadlineAt,
  zeroDataRetention: request.zeroDataRetention || request.isPersonal,
})
