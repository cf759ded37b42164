import type { Call } from '#kernel/call.ts'
import { ServiceError } from '#kernel/errors.ts'

/** Refuses what jobs of many pages cannot do in this version; fails with `NOT_IMPLEMENTED`, naming the options. */
export function refuseForJobs(
  request: {
    readonly prompt?: string | undefined
    readonly zeroDataRetention: boolean
  },
  { account }: Call,
): void {
  const isKept = !request.zeroDataRetention && account.zeroDataRetention !== 'forced'
  const missing = [
    ...(request.prompt === undefined ? [] : ['prompt']),
    ...(isKept ? [] : ['zeroDataRetention']),
  ]
  if (missing.length === 0) return
  throw new ServiceError(
    'NOT_IMPLEMENTED',
    `The following options are not available in this version: ${missing.join(', ')}.`,
  )
}
