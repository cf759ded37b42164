import type { ConsoleSession } from '#kernel/console-session.ts'
import { ServiceError } from '#kernel/errors.ts'
import { requireRole, type createConsoleEntrance, type ConsoleRequest } from './console-entrance.ts'
import type { ConsoleEndpoint } from './console-endpoint.ts'

const confirmedMs = 10 * 60_000

/**
 * Admits requests to endpoints of the console and returns the session; undefined for endpoints that need none and requests
 * without one. Fails with `UNAUTHORIZED` and `FORBIDDEN`.
 */
export function createConsoleGate({
  enter,
  assertConsole,
}: Pick<ReturnType<typeof createConsoleEntrance>, 'enter' | 'assertConsole'>) {
  return async function admitConsole(
    { role, isSensitive }: Pick<ConsoleEndpoint, 'role' | 'isSensitive'>,
    request: ConsoleRequest,
  ): Promise<ConsoleSession | undefined> {
    assertConsole(request)
    if (role === 'nobody') return enter(request).catch(withoutSession)
    const session = await enter(request)
    if (!session) throw new ServiceError('UNAUTHORIZED', 'Sign in first.')
    requireRole(session, role)
    const isConfirmed = session.confirmedMsAgo < confirmedMs
    if (isSensitive && !isConfirmed) {
      const facts = { reason: 'password_needed' }
      throw new ServiceError('FORBIDDEN', 'Enter your password again.', { facts })
    }
    return session
  }
}

/** A session that has ended is no obstacle to signing in. */
function withoutSession(thrown: unknown): undefined {
  if (thrown instanceof ServiceError && thrown.code === 'UNAUTHORIZED') return undefined
  throw thrown
}
