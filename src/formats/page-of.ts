import type { PageForModel } from '#answers/page-material.ts'
import type { Draft } from './derivation.ts'

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
