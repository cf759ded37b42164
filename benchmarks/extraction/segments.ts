import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { AboutTruth } from './dataset.ts'
import { decodeText } from '#content/bytes/charset.ts'

/** A real page with texts that belong to its main content, and texts that do not. */
export interface SegmentPage {
  readonly id: string
  readonly url: string
  readonly with: readonly string[]
  readonly without: readonly string[]
  readonly comments: readonly string[]
  readonly about: AboutTruth
  readonly html: () => string
}

interface StoredPage {
  readonly url: string
  readonly file: string
  readonly with: readonly string[]
  readonly without: readonly string[]
  readonly comments?: readonly string[]
  readonly title?: string
  readonly author?: string | readonly string[]
  readonly date?: string
}

/** Reads a folder of such pages (`truth.json`, `html/*.html.gz`). */
export function readSegments(folder: string): SegmentPage[] {
  const stored = JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as StoredPage[]
  return stored.map((page) => ({
    id: page.file.replace('.html.gz', ''),
    url: page.url,
    with: page.with.map(oneSpace),
    without: page.without.map(oneSpace),
    comments: (page.comments ?? []).map(oneSpace),
    about: {
      title: page.title ?? '',
      author: [page.author ?? ''].flat().join(', '),
      date: page.date ?? '',
    },
    html: () =>
      decodeText(gunzipSync(readFileSync(join(folder, 'html', page.file))), 'html', undefined).text,
  }))
}

export const oneSpace = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Numbers of content segments found, other segments found, and content segments missed. */
export interface SegmentCounts {
  readonly right: number
  readonly wrong: number
  readonly missed: number
}

export function countSegments(
  text: string,
  page: Pick<SegmentPage, 'with' | 'without'>,
): SegmentCounts {
  const line = oneSpace(text)
  const right = page.with.filter((segment) => line.includes(segment)).length
  const wrong = page.without.filter((segment) => line.includes(segment)).length
  return { right, wrong, missed: page.with.length - right }
}

/** Scores over all segments of all pages. */
export function scoreSegments(counts: readonly SegmentCounts[]) {
  let [right, wrong, missed] = [0, 0, 0]
  for (const count of counts) {
    right += count.right
    wrong += count.wrong
    missed += count.missed
  }
  const precision = right / (right + wrong || 1)
  const recall = right / (right + missed || 1)
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall || 1) }
}
