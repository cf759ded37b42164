import type { OpenApi, Operation } from '../forms/schema.ts'
import { capital } from '../format.ts'

/** An operation of the API that the playground can run. */
export interface Choice {
  /** `post /v2/scrape`. */
  readonly key: string
  readonly label: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly group: string
  readonly operation: Operation
}

/** The ones that most people need; the rest is in a list. */
const main: Readonly<Record<string, string>> = {
  'post /v2/scrape': 'Scrape',
  'post /v2/crawl': 'Crawl',
  'post /v2/map': 'Map',
  'post /v2/search': 'Search',
  'post /v2/parse': 'Parse',
  'post /v2/batch/scrape': 'Batch',
  'post /v2/extract': 'Extract',
  'post /v2/agent': 'Agent',
}

export function choicesOf(api: OpenApi): Choice[] {
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const key = `${method} ${path}`
      return {
        key,
        label: main[key] ?? operation.summary,
        method: method.toUpperCase() as Choice['method'],
        path,
        group: operation.tags?.[0] ?? 'Other',
        operation,
      }
    }),
  )
}

export const mainChoices = (choices: readonly Choice[]) =>
  Object.keys(main).flatMap((key) => choices.filter((choice) => choice.key === key))

export const otherChoices = (choices: readonly Choice[]) =>
  Map.groupBy(
    choices.filter(({ key }) => !Object.hasOwn(main, key)),
    ({ group }) => capital(group),
  )
