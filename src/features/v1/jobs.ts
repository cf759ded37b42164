import { mayUse, refuseRestrictedKey } from '#http/admission.ts'
import type { EventsEndpoint, KeyEndpoint } from '#http/endpoint.ts'
import type { Account } from '#kernel/account.ts'
import { ServiceError } from '#kernel/errors.ts'
import { fromJson } from '#kernel/from-json.ts'
import { toJson } from '#kernel/to-json.ts'
import type { FindEvents, FindOperation } from './feature.ts'
import { isObject } from '#base/json-values.ts'
import { toOlderDocument } from './document.ts'
import { olderOperation, toOlderLink, type Members } from './older-operation.ts'

type JobOperation = 'GET /:id' | 'DELETE /:id' | 'GET /:id/errors'
type Input = Parameters<KeyEndpoint['handle']>[0]

/**
 * Status, errors and cancellation of jobs. Clients of version 1 also ask for batches at the addresses of crawls, and for errors with
 * DELETE.
 */
export function jobOperations(find: FindOperation): KeyEndpoint[] {
  const crawl = (name: JobOperation) => find(named('/v2/crawl', name))
  const batch = (name: JobOperation) => find(named('/v2/batch/scrape', name))
  const either = (name: JobOperation) => chooseEither([crawl(name), batch(name)])
  return [...operationsAt('/v1/crawl', either), ...operationsAt('/v1/batch/scrape', batch)]
}

const named = (path: string, name: JobOperation) =>
  name.replace(' ', ` ${path}`) as Parameters<FindOperation>[0]

function operationsAt(
  path: `/v1/${string}`,
  operation: (name: JobOperation) => KeyEndpoint,
): KeyEndpoint[] {
  const errors = operation('GET /:id/errors')
  return [
    olderOperation(operation('GET /:id'), {
      path: `${path}/:id`,
      toAnswer: (answer, { baseUrl }) => toOlderStatus(answer, baseUrl),
    }),
    olderOperation(operation('DELETE /:id'), { path: `${path}/:id` }),
    olderOperation(errors, { path: `${path}/:id/errors` }),
    olderOperation(errors, { path: `${path}/:id/errors`, method: 'DELETE' }),
  ]
}

/** Messages about crawls and batches over a WebSocket. */
export function jobEvents(find: FindEvents, findOperation: FindOperation): EventsEndpoint[] {
  const crawl = find('/v2/crawl/:id')
  const batch = find('/v2/batch/scrape/:id')
  const isCrawl = findOperation('GET /v2/crawl/:id')
  return [
    olderEvents('/v1/batch/scrape/:id', batch, async () => batch),
    olderEvents('/v1/crawl/:id', { ...crawl, group: null }, async ({ params, call }) => {
      const usable = listUsable([crawl, batch], call.account)
      const [first, second] = usable
      if (!second) return first
      const query = { skip: 0, limit: 1 }
      const input = { params, query, body: undefined, file: undefined, call, baseUrl: '' }
      return isCrawl.handle(input).then(
        () => first,
        ifMissing(() => second),
      )
    }),
  ]
}

type EventsInput = Parameters<EventsEndpoint['handle']>[0]

function olderEvents(
  path: EventsEndpoint['path'],
  endpoint: EventsEndpoint,
  choose: (input: EventsInput) => Promise<EventsEndpoint>,
): EventsEndpoint {
  return {
    ...endpoint,
    path,
    async *handle(input) {
      const chosen = await choose(input)
      for await (const frame of chosen.handle(input))
        yield toJson(toOlderFrame((await fromJson(frame)) as Members))
    },
  }
}

function toOlderFrame({ type, data, ...rest }: Members): Members {
  if (!isObject(data)) return { type, ...rest }
  return {
    type,
    ...rest,
    data: type === 'document' ? toOlderDocument(data) : toOlderStatus(data, ''),
  }
}

/** The status with documents and links of version 1. */
function toOlderStatus(status: Members, baseUrl: string): Members {
  const { data, next } = status as { readonly data: readonly Members[]; readonly next?: string }
  return {
    ...status,
    data: data.map(toOlderDocument),
    ...(next !== undefined && { next: toOlderLink(next, baseUrl) }),
  }
}

/** The answer to the start of a job, with its link. */
export const toOlderStart = (answer: Members, { baseUrl }: Input): Members => ({
  ...answer,
  url: toOlderLink(String(answer['url']), baseUrl),
})

/** The operation of the kind of job that has the id, of those that the key may use. */
function chooseEither(operations: readonly [KeyEndpoint, KeyEndpoint]): KeyEndpoint {
  return {
    ...operations[0],
    group: null,
    async handle(input: Input) {
      const [first, second] = listUsable(operations, input.call.account)
      if (!second) return first.handle(input)
      return first.handle(input).catch(ifMissing(() => second.handle(input)))
    },
  }
}

/** Fails with `FORBIDDEN` when the key may use none. */
function listUsable<Each extends Pick<KeyEndpoint, 'group'>>(
  [first, second]: readonly [Each, Each],
  account: Account,
): readonly [Each, Each?] {
  if (!mayUse(account, second.group)) refuseRestrictedKey(account, first.group)
  if (!mayUse(account, first.group)) return [second]
  return mayUse(account, second.group) ? [first, second] : [first]
}

const ifMissing =
  <Result>(next: () => Result) =>
  (thrown: unknown): Result => {
    if (thrown instanceof ServiceError && thrown.code === 'NOT_FOUND') return next()
    throw thrown
  }
