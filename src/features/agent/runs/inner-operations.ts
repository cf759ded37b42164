import type { Slots } from '#accounts/slots.ts'
import type { Account } from '#kernel/account.ts'
import type { Call } from '#kernel/call.ts'
import { startDeadline } from '#kernel/deadline.ts'
import { newId } from '#kernel/ids.ts'
import type { RunOperation } from '#operations/operation.ts'
import type { Database } from '#storage/database.ts'

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

const queuedShareMax = 2 / 3
const graceMs = 30_000

export function createInnerOperations({ database, slots }: InnerDeps): InnerOperations {
  let used = 0

  const runOperation: RunOperation = async (operation, request, call) => {
    const timeoutMs = operation.timeoutMs(request)
    using deadline = startDeadline(timeoutMs, call.signal, operation.timeoutCode)
    const { teamId, plan } = call.account
    await using slot = operation.needsSlot
      ? await slots.acquire({
          teamId,
          concurrencyMax: plan.concurrencyMax,
          queuedMax: plan.queuedJobsMax,
          waitMs: Math.floor(timeoutMs * queuedShareMax),
          heldUntil: new Date(deadline.at.getTime() + graceMs),
          signal: deadline.signal,
        })
      : undefined
    const { result, credits, extraWrites } = await operation.run(request, {
      id: call.operationId,
      call,
      zeroDataRetention: false,
      signal: deadline.signal,
      deadlineAt: deadline.at,
      queuedMs: slot?.queuedMs ?? 0,
      reserve: () => Promise.resolve(),
      setTarget() {},
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

/** The call of an operation within a run. */
export function innerCall(account: Account, signal: AbortSignal): Call {
  const operationId = newId()
  return { account, operationId, requestId: operationId, signal }
}
