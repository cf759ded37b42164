import type { OpenApi, Operation } from '../forms/schema.ts'
import { capital } from '../format.ts'
import * as words from '../words/en/playground.ts'

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
  'post /v2/scrape': words.operationScrape,
  'post /v2/crawl': words.operationCrawl,
  'post /v2/map': words.operationMap,
  'post /v2/search': words.operationSearch,
  'post /v2/parse': words.operationParse,
  'post /v2/batch/scrape': words.operationBatch,
  'post /v2/extract': words.operationExtract,
  'post /v2/agent': words.operationAgent,
}

export function listChoices(api: OpenApi): Choice[] {
  return Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const key = `${method} ${path}`
      return {
        key,
        label: main[key] ?? operation.summary,
        method: method.toUpperCase() as Choice['method'],
        path,
        group: operation.tags?.[0] ?? words.operationOther,
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
