import { createTaskThreads, LateTask } from '#kernel/task-threads.ts'
import type { Waiter } from '#kernel/waiter.ts'
import type { SchemaErrors, SchemaTask } from './schema-thread.ts'

/** Checks values against schemas of callers, which may be made to take very long. */
export interface SchemaCheck extends AsyncDisposable {
  /** What is wrong with the value; nothing when it has the schema. */
  errorsOf(task: SchemaTask, waiter: Waiter): Promise<SchemaErrors>
}

const taskMsMax = 5_000
const refusal = 'Too many values are waiting to be checked. Try again shortly.'
/** Characters up to which schema and value are checked on the main thread. */
const lengthHereMax = 32_768
/** Keywords whose cost is not bounded by the size of schema and value. */
const costly =
  /"(?:\$ref|\$dynamicRef|\$recursiveRef|pattern|patternProperties|format|uniqueItems)"/

export function createSchemaCheck(): SchemaCheck {
  const threads = createTaskThreads<SchemaTask, SchemaErrors>({
    file: new URL('schema-thread.ts', import.meta.url),
    name: 'schemaErrors',
    refusal,
    taskMsMax,
  })
  return {
    async errorsOf(task, waiter) {
      const schema = JSON.stringify(task.schema)
      const length = schema.length + (JSON.stringify(task.value) ?? '').length
      if (length <= lengthHereMax && !costly.test(schema)) {
        const { schemaErrors } = await import('./schema-thread.ts')
        return schemaErrors(task)
      }
      try {
        return await threads.run(task, waiter)
      } catch (thrown) {
        if (!(thrown instanceof LateTask)) throw thrown
        return ['Checking against the schema takes too long.']
      }
    },
    [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose](),
  }
}
