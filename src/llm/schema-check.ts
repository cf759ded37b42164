import { createTaskThreads, LateTaskError } from '#kernel/task-threads.ts'
import type { Caller } from '#kernel/caller.ts'
import type { JsonSchema } from '#schemas/json-schema.ts'
import type { SchemaErrors, SchemaResult, SchemaTask } from './schema-thread.ts'

/** Checks values against schemas of callers, which may be made to take very long. */
export interface SchemaCheck extends AsyncDisposable {
  /** What is wrong with the value; nothing when it has the schema. */
  findErrors(
    task: { readonly schema: JsonSchema; readonly value: unknown },
    caller: Caller,
  ): Promise<SchemaErrors>
  /** The value in the text of a model, as its schema describes it, and what is wrong with it. Without a schema any object will do. */
  read(
    task: { readonly schema: JsonSchema | undefined; readonly text: string },
    caller: Caller,
  ): Promise<SchemaResult>
}

const taskMsMax = 5_000
const refusal = 'Too many values are waiting to be checked. Try again shortly.'
/** Characters up to which schema and value are checked on the main thread. */
const lengthHereMax = 32_768
/** Characters of the schema times those of the value: each part of the value may be compared with each of the schema. */
const productHereMax = 10_000_000
/** Keywords whose cost is not bounded by the size of schema and value. */
const costly =
  /"(?:\$ref|\$dynamicRef|\$recursiveRef|pattern|patternProperties|format|uniqueItems)"/

export function createSchemaCheck(): SchemaCheck {
  const threads = createTaskThreads<SchemaTask, SchemaResult>({
    file: new URL('schema-thread.ts', import.meta.url),
    name: 'runSchemaTask',
    refusal,
    taskMsMax,
  })
  const costs = new WeakMap<JsonSchema, Cost>()
  const measureCost = (schema: JsonSchema = {}): Cost => {
    const cost = costs.get(schema) ?? measure(schema)
    costs.set(schema, cost)
    return cost
  }

  async function run(task: SchemaTask, valueLength: number, caller: Caller): Promise<SchemaResult> {
    const { length, isCostly } = measureCost(task.schema)
    const isShort = length + valueLength <= lengthHereMax && length * valueLength <= productHereMax
    if (isShort && !isCostly) {
      const { runSchemaTask } = await import('./schema-thread.ts')
      return runSchemaTask(task)
    }
    try {
      return await threads.run(task, caller)
    } catch (thrown) {
      if (!(thrown instanceof LateTaskError)) throw thrown
      return { errors: ['Checking against the schema takes too long.'] }
    }
  }

  return {
    async findErrors({ schema, value }, caller) {
      const { length } = JSON.stringify(value) ?? ''
      return (await run({ kind: 'errors', schema, value }, length, caller)).errors
    },
    read: ({ schema, text }, caller) => run({ kind: 'read', schema, text }, text.length, caller),
    [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose](),
  }
}

interface Cost {
  readonly length: number
  readonly isCostly: boolean
}

function measure(schema: JsonSchema): Cost {
  const text = JSON.stringify(schema)
  return { length: text.length, isCostly: costly.test(text) }
}
