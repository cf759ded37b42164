import { PassThrough, type Readable } from 'node:stream'
import type { ReportEvent } from '#kernel/call.ts'
import type { ServiceError } from '#kernel/errors.ts'
import { toJson } from '#kernel/to-json.ts'
import type { KeyEndpoint } from './endpoint.ts'
import { failureResponse } from './error-responses.ts'

const eventStreamType = 'text/event-stream'

/** Whether a client asks for the events of an operation instead of its reply alone. */
export const wantsEvents = (endpoint: KeyEndpoint, accept: string | undefined): boolean =>
  endpoint.reportsEvents === true && (accept ?? '').includes(eventStreamType)

/**
 * Streams what an operation reports while it runs, as server-sent events, and then `done` with its reply. Throws a failure before the first
 * event; a later one is the event `error`.
 */
export async function streamEvents(
  toFailure: (thrown: unknown) => ServiceError,
  run: (report: ReportEvent) => Promise<object | Buffer>,
): Promise<Readable> {
  const stream = new PassThrough()
  const begun = Promise.withResolvers<undefined>()
  /** One after the other, because large events are written in pieces. */
  let written = Promise.resolve()
  const write = async (name: string, data: object | Buffer) => {
    const json = Buffer.isBuffer(data) ? data : await toJson(data)
    for (const part of [`event: ${name}\ndata: `, json, '\n\n']) stream.write(part)
  }
  /** A stream of which an event cannot be written ends without `done`. */
  const send = (name: string, data: object | Buffer) => {
    written = written.then(() => write(name, data)).catch(() => void stream.destroy())
    return written
  }
  const finished = run((name, data) => {
    void send(name, data)
    begun.resolve(undefined)
  })
  await Promise.race([begun.promise, finished])
  void finished
    .then(
      (body) => send('done', body),
      (thrown: unknown) => send('error', failureResponse(toFailure(thrown)).body),
    )
    .finally(() => stream.end())
  return stream
}
