import type { Feature } from '#features/feature.ts'
import {
  isEvents,
  isOperation,
  type Endpoint,
  type EventsEndpoint,
  type KeyEndpoint,
} from '#http/endpoint.ts'
import { batchOperations } from './batch.ts'
import { crawlOperations } from './crawl.ts'
import { earlierAddresses } from './earlier-addresses.ts'
import { extractOperations } from './extract.ts'
import { jobEvents, jobOperations } from './jobs.ts'
import { llmsTextOperations } from './llms-text.ts'
import { mapOperations } from './map.ts'
import { scrapeOperations } from './scrape.ts'
import { searchOperations } from './search.ts'
import { teamOperations } from './team.ts'

/** Returns the operation of version 2 with this method and path. */
export type FindOperation = (name: `${KeyEndpoint['method']} /v2/${string}`) => KeyEndpoint
export type FindEvents = (path: `/v2/${string}`) => EventsEndpoint

/** Version 1 of the API, for clients of that time: each operation translates to the one of version 2. */
export function createV1Feature(endpoints: readonly Endpoint[]): Feature {
  const operations = new Map(
    endpoints.filter(isOperation).map((one) => [`${one.method} ${one.path}`, one]),
  )
  const events = new Map(endpoints.filter(isEvents).map((one) => [one.path, one]))
  const find: FindOperation = (name) => required(operations.get(name), name)
  const findEvents: FindEvents = (path) => required(events.get(path), path)
  const parts = [
    scrapeOperations,
    crawlOperations,
    batchOperations,
    jobOperations,
    mapOperations,
    searchOperations,
    extractOperations,
    llmsTextOperations,
    teamOperations,
    earlierAddresses,
  ]
  return {
    endpoints: [...parts.flatMap((part) => part(find)), ...jobEvents(findEvents, find)],
  }
}

function required<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`${name} is not an operation of version 2.`)
  return value
}
