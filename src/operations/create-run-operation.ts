import type { Activity, ActivityEntry } from '#accounts/activity.ts'
import type { Slot } from '#accounts/slots.ts'
import type { Reservation } from '#credits/credits.ts'
import type { Call } from '#kernel/call.ts'
import { startDeadline, type Deadline } from '#kernel/deadline.ts'
import { ServiceError, type ErrorCode } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import type { Database, Sql } from '#storage/database.ts'
import { admit, type AdmitDeps } from './admit.ts'
import type { Finished, Operation, OperationContext, RunOperation } from './operation.ts'

interface RunOperationDeps extends AdmitDeps {
  readonly database: Database
  readonly activity: Pick<Activity, 'record'>
  readonly log: Log
}

interface Running {
  readonly operation: Operation<never, unknown>
  readonly context: OperationContext
  readonly target: () => string
  /** Writes of a failure. */
  readonly failureWrites:
    | ((failure: ServiceError, context: OperationContext) => (sql: Sql) => Promise<unknown>)
    | undefined
  readonly reservation: Reservation | undefined
  readonly slot: Slot | undefined
}

/**
 * Runs a paid operation: deadline, slot, reservation, work, then one transaction with its writes, the charge and the
 * activity entry. A failed operation is recorded and charged what its failure costs. Throws what the operation throws,
 * `CONCURRENCY_QUEUE_TIMEOUT`, `CONCURRENCY_LIMIT_REACHED`, `INSUFFICIENT_CREDITS` or the operation's timeout code.
 * Under zero data retention errors have no cause, because causes are logged and may name the target.
 */
export function createRunOperation(deps: RunOperationDeps): RunOperation {
  async function admitAndRun<Request, Result>(
    operation: Operation<Request, Result>,
    request: Request,
    {
      call,
      zeroDataRetention,
      deadline,
    }: { call: Call; zeroDataRetention: boolean; deadline: Deadline },
  ): Promise<Result> {
    let reserved = operation.reservation(request, zeroDataRetention)
    const wanted = { request, call, deadline, amount: reserved }
    const { slot, reservation, reserve } = await admit(deps, operation, wanted)
    await using _ = slot
    let target = operation.target(request)
    const context: OperationContext = {
      id: call.operationId,
      call,
      zeroDataRetention,
      signal: deadline.signal,
      startedAt: new Date(),
      deadlineAt: deadline.at,
      queuedMs: slot?.queuedMs ?? 0,
      async reserve(amount) {
        if (amount <= reserved) return
        await reserve(amount)
        reserved = amount
      },
      setTarget: (name) => (target = name),
    }
    const failureWrites = operation.failureWrites?.bind(undefined, request)
    const running = { operation, context, target: () => target, reservation, slot, failureWrites }
    try {
      const finished = await operation.run(request, context)
      await finish(deps, running, finished)
      return finished.result
    } catch (thrown) {
      const failure = toFailure(thrown, call, operation.timeoutCode)
      await fail(deps, running, failure)
      throw failure
    }
  }

  return async function runOperation(operation, request, call) {
    const zeroDataRetention = operation.zeroDataRetention(request, call.account)
    using deadline = startDeadline(operation.timeoutMs(request), call.signal, operation.timeoutCode)
    try {
      return await admitAndRun(operation, request, { call, zeroDataRetention, deadline })
    } catch (thrown) {
      const failure = toFailure(thrown, call, operation.timeoutCode)
      throw zeroDataRetention ? withoutCause(failure) : failure
    }
  }
}

async function finish(
  { database, activity }: RunOperationDeps,
  running: Running,
  { credits, extraWrites }: Finished<unknown>,
): Promise<void> {
  await database.write((sql) =>
    Promise.all([
      extraWrites?.(sql),
      running.reservation?.charge(credits, sql),
      activity.record(makeEntry(running, { credits }), sql),
      running.slot?.release(sql),
    ]),
  )
  running.slot?.released()
}

/** Never throws, so that the caller sees the original error; a remaining reservation expires. */
async function fail(
  { database, activity, log }: RunOperationDeps,
  running: Running,
  failure: ServiceError,
): Promise<void> {
  const { operation, context, reservation } = running
  const credits = operation.failureCredits?.(failure, context.zeroDataRetention) ?? 0
  try {
    await database.write(async (sql) => {
      if (credits > 0) await reservation?.charge(credits, sql)
      await running.failureWrites?.(failure, context)(sql)
      await activity.record(makeEntry(running, { credits, failure }), sql)
    })
    await reservation?.release()
  } catch (err) {
    log.warn({ err, endpoint: operation.endpoint }, 'failed operation not recorded')
  }
}

function makeEntry(
  { operation, context, target }: Running,
  { credits, failure }: { readonly credits: number; readonly failure?: ServiceError },
): ActivityEntry {
  const { account, sent } = context.call
  const { teamId, principal } = account
  const { endpoint } = operation
  const content = { target: target(), message: failure?.message, sent: sent?.() }
  return {
    id: context.id,
    teamId,
    principal,
    endpoint,
    ...(context.zeroDataRetention ? { target: null } : content),
    succeeded: failure === undefined,
    code: failure?.code,
    durationMs: context.queuedMs + Math.max(0, Date.now() - context.startedAt.getTime()),
    credits,
  }
}

/** After a disconnect no client reads the response, and it is not a bug of the service. */
function toFailure(
  thrown: unknown,
  { signal }: Call,
  timeoutCode: ErrorCode = 'SCRAPE_TIMEOUT',
): ServiceError {
  if (thrown instanceof ServiceError) return thrown
  if (signal.aborted) return new ServiceError(timeoutCode, 'The client left.')
  return ServiceError.from(thrown)
}

function withoutCause({ code, message, details, retryAfterSeconds }: ServiceError): ServiceError {
  return new ServiceError(code, message, { details, retryAfterSeconds })
}
