import { signal } from '@preact/signals'
import { ApiError, call } from './api.ts'
import { hasEnded } from './ended.ts'
import { team } from './team.ts'
import { hasRole, type Role } from '../src/kernel/console-session.ts'
import type * as contract from '../src/features/console/contract.ts'
import type { Data } from './reply.ts'

export type Session = Data<typeof contract.SessionState>
export type SignedIn = Extract<Session, { state: 'signed-in' }>

/** Undefined until the service has answered. */
export const session = signal<Session | undefined>(undefined)

/** Loads the session; with the id of a team also that team, which stays unchanged if the service refuses. */
export async function loadSession(asTeam?: string): Promise<void> {
  const answer = await call('GET', '/console/api/session', { asTeam })
  if (answer.status >= 400) throw new ApiError(answer.status, answer.body)
  const { data } = answer.body as { readonly data: Session }
  if (data.state === 'signed-in') {
    team.value = data.team.id
    hasEnded.value = false
  }
  session.value = data
}

export function may(needed: Role): boolean {
  const current = session.value
  return current?.state === 'signed-in' && hasRole(current.role, needed)
}
