import type { Diff } from '#changes/comparison.ts'
import { leafChanges, type LeafChanges } from '#changes/leaf-changes.ts'
import { isList, isObject } from '#base/json-values.ts'

/** What a target compares: the text of its pages, the data that are extracted of them, or both. */
export type Compares = 'text' | 'data' | 'both'

/** What has changed: a diff of the text, values of the data by path, or both. */
export type PageDiff = Diff | { readonly text?: string; readonly json: LeafChanges }

/** Extracted data, and what they were extracted by: data of different schemas are not compared. */
export interface ExtractedData {
  readonly key: string
  readonly value: unknown
}

/** What the options of a target ask to compare (docs/api/monitor.md). */
export function chooseComparisons(scrapeOptions: Readonly<Record<string, unknown>>): Compares {
  const formats = scrapeOptions['formats']
  const tracked = (isList(formats) ? formats : []).findLast(
    (format) => isObject(format) && format['type'] === 'changeTracking',
  )
  const modes = isObject(tracked) && isList(tracked['modes']) ? tracked['modes'] : []
  if (!modes.includes('json')) return 'text'
  return modes.includes('git-diff') ? 'both' : 'data'
}

/** The changes of two versions; undefined when there are none. `text` is the diff of the text, when it is compared. */
export function pageDiff(
  compares: Compares,
  text: Diff | undefined,
  data: { readonly previous: ExtractedData | undefined; readonly current: ExtractedData },
): PageDiff | undefined {
  if (compares === 'text') return text
  const { previous, current } = data
  const json = previous?.key === current.key ? leafChanges(previous.value, current.value) : {}
  if (Object.keys(json).length === 0 && !text) return undefined
  return compares === 'data' ? { json } : { text: text?.text ?? '', json }
}

/** The changes as lines of a unified diff, for mails and judgments. */
export function diffText(diff: PageDiff | null): string {
  if (!diff) return ''
  // A diff of text has a list of files; a path of data may be called "files" too.
  const isText = 'files' in diff.json && isList(diff.json['files'])
  const lines = isText ? [] : Object.entries(diff.json)
  const values = lines.flatMap(([path, { previous, current }]) => [
    `-${path}: ${JSON.stringify(previous)}`,
    `+${path}: ${JSON.stringify(current)}`,
  ])
  return [diff.text ?? '', ...values].filter((line) => line !== '').join('\n')
}
