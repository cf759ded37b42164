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
  'post /v2/scrape': words.scrape,
  'post /v2/crawl': words.crawl,
  'post /v2/map': words.map,
  'post /v2/search': words.search,
  'post /v2/parse': words.parse,
  'post /v2/batch/scrape': words.batch,
  'post /v2/extract': words.extract,
  'post /v2/agent': words.agent,
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
        group: operation.tags?.[0] ?? words.other,
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
