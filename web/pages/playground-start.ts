import { go } from '../router.ts'
import { withoutSecrets, type Remembered } from './request-history.ts'

/**
 * The request that the playground runs when it opens. It is not in the address, because a link from elsewhere must not spend
 * credits.
 */
let pending: Remembered | undefined

/** Takes the request that is to run at once; undefined when there is none. */
export function takePending(): Remembered | undefined {
  const taken = pending
  pending = undefined
  return taken
}

export const writeAddress = ({ key, values }: Remembered): string =>
  `/console/playground?run=${encodeURIComponent(key)}&with=${encodeURIComponent(JSON.stringify(withoutSecrets(values)))}`

/** Opens the playground with a request, and runs it. */
export function runInPlayground(request: Remembered): void {
  pending = request
  go(writeAddress(request))
}
