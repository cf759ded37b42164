import type { Document } from 'domhandler'
import type { ResultPage } from './result-shape.ts'
import { challengeIn, saysNothingFound } from './challenge.ts'
import { bestResults } from './groups.ts'
import { findTitleLinks } from './title-links.ts'

interface ResultPageOptions {
  readonly pageUrl: string
  readonly baseUrl: string
  readonly status: number
}

/** Fewer results than this are not believed on a page that asks for a proof of being human. */
const resultsDespiteChallengeMin = 4

/**
 * The results on the result page of any search engine, found by structure: links to other sites that repeat with a title and a
 * text. Takes time proportional to the page; never throws.
 */
export function readResultPage(
  document: Document,
  { pageUrl, baseUrl, status }: ResultPageOptions,
): ResultPage {
  const results = bestResults(findTitleLinks(document, { pageUrl, baseUrl }))
  const challenge = challengeIn(document, status)
  if (challenge === 'certain' && results.length < resultsDespiteChallengeMin) return blocked
  if (results.length > 0) return { kind: 'results', results }
  if (challenge !== 'none') return blocked
  return { kind: saysNothingFound(document) ? 'empty' : 'unknown', results: [] }
}

const blocked: ResultPage = { kind: 'blocked', results: [] }
