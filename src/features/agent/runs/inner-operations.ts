import type { Slots } from '#accounts/slots.ts'
import type { Account } from '#kernel/account.ts'
import type { Call } from '#kernel/call.ts'
import { startDeadline } from '#kernel/deadline.ts'
import { newId } from '#kernel/ids.ts'
import { ServiceError } from '#kernel/errors.ts'
import { acquireSlot } from '#operations/acquire-slot.ts'
import type { OperationContext, RunOperation } from '#operations/operation.ts'
import type { Database } from '#storage/database.ts'
import type { Run } from './run.ts'

/** Runs operations within a run, which pays for them: they charge nothing and are not in the activity list. */
export interface InnerOperations {
  readonly runOperation: RunOperation
  /** Credits of the operations so far, at list price. */
  readonly credits: number
}

interface InnerDeps {
  readonly database: Database
  readonly slots: Pick<Slots, 'acquire'>
}

export function createInnerOperations({ database, slots }: InnerDeps): InnerOperations {
  let used = 0

  const runOperation: RunOperation = async (operation, request, call) => {
    const timeoutMs = operation.timeoutMs(request)
    using deadline = startDeadline(timeoutMs, call.signal, operation.timeoutCode)
    const { account } = call
    await using slot = await acquireSlot(slots, operation, { request, account, deadline })
    const context: OperationContext = {
      id: call.operationId,
      call,
      zeroDataRetention: false,
      signal: deadline.signal,
      startedAt: new Date(),
      deadlineAt: deadline.at,
      queuedMs: slot?.queuedMs ?? 0,
      reserve: () => Promise.resolve(),
      setTarget() {},
    }
    const finished = operation.run(request, context)
    const { result, credits, extraWrites } = await finished.catch(async (thrown: unknown) => {
      const write = operation.failureWrites?.(request, ServiceError.from(thrown), context)
      if (write) await database.transaction((sql) => write(sql))
      throw thrown
    })
    if (extraWrites) await database.transaction((sql) => extraWrites(sql))
    used += credits
    return result
  }

  return {
    runOperation,
    get credits() {
      return used
    },
  }
}

interface InnerCall {
  readonly account: Account
  readonly signal: AbortSignal
  readonly run: Pick<Run, 'id' | 'kind'>
}

/** The call of an operation within a run. */
export function innerCall({ account, signal, run }: InnerCall): Call {
  const operationId = newId()
  const parent = { endpoint: run.kind, id: run.id }
  return { account, operationId, requestId: operationId, parent, signal }
}
