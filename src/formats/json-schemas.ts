import { ServiceError } from '#kernel/errors.ts'
import { createTaskThreads, type TaskThreads } from '#kernel/task-threads.ts'
import type { SchemaProblem } from '#schemas/check-schema.ts'
import type { Format } from './registry.ts'
import { findSchemaFault, listSchemas, type WantedSchema } from './schema-fault.ts'

/** What the main thread does, in about a millisecond. */
const stepsHereMax = 5_000
const taskMsMax = 10_000
const refusal = 'Too many JSON schemas are waiting to be checked. Try again shortly.'

interface SchemaCaller {
  readonly account: { readonly teamId: string }
  readonly signal: AbortSignal
}

let threads: TaskThreads<readonly WantedSchema[], SchemaProblem | undefined> | undefined

/**
 * Fails with `UNPROCESSABLE` if a format has an invalid JSON Schema, or one that does not describe any properties of its
 * object, and with `SCHEMA_TOO_COMPLEX` for one that takes too much work. What takes long is done in a thread.
 */
export async function checkJsonSchemas(
  formats: readonly Format[],
  { account: { teamId }, signal }: SchemaCaller,
): Promise<void> {
  const wanted = listSchemas(formats)
  const fault = findSchemaFault(wanted, stepsHereMax)
  if (fault?.code !== 'SCHEMA_TOO_COMPLEX') return refuse(fault)
  threads ??= createTaskThreads({
    file: new URL('schema-fault.ts', import.meta.url),
    name: 'findFaultInThread',
    refusal,
    taskMsMax,
  })
  refuse(await threads.run(wanted, { teamId, signal }))
}

/** Ends the threads of `checkJsonSchemas`; the next check starts others. */
export async function endSchemaThreads(): Promise<void> {
  const ended = threads
  threads = undefined
  await ended?.[Symbol.asyncDispose]()
}

/** Like `checkJsonSchemas`, in one step: for commands, and settings of monitors. */
export const checkJsonSchemasAtOnce = (formats: readonly Format[]): void =>
  refuse(findSchemaFault(listSchemas(formats)))

function refuse(fault: SchemaProblem | undefined): void {
  if (fault === undefined) return
  const { code, path, message } = fault
  throw new ServiceError(code, code === 'UNPROCESSABLE' ? 'Invalid JSON schema.' : undefined, {
    details: [{ code: 'custom', path: [...path], message }],
  })
}
