import { printableLine } from '#kernel/printable.ts'
import { findName, namespaces, type Paper } from './paper.ts'

const titleCharsMax = 500
const abstractCharsMax = 10_000

/** A paper as replies show it. */
export function toShown(paper: Paper) {
  const ids = namespaces.flatMap((name): [string, string[]][] => {
    const id = paper.ids[name]
    return id === undefined ? [] : [[name, [id]]]
  })
  return {
    paperId: findName(paper),
    ids: Object.fromEntries(ids),
    title: printableLine(paper.title, titleCharsMax),
    abstract: printableLine(paper.abstract, abstractCharsMax),
  }
}

/** A result of a list; the score is the reciprocal rank. */
export function toRanked(paper: Paper, index: number) {
  const { doi, arxiv } = paper.ids
  const shown = toShown(paper)
  const primaryId =
    arxiv === undefined ? (doi === undefined ? shown.paperId : `doi:${doi}`) : `arxiv:${arxiv}`
  return { ...shown, primaryId, score: rounded(1 / (index + 1)) }
}

export const rounded = (score: number) => Math.round(score * 10_000) / 10_000
