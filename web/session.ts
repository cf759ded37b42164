import { signal } from '@preact/signals'
import { ApiError, call } from './api.ts'
import { hasEnded } from './ended.ts'
import { team } from './team.ts'

export type Role = 'viewer' | 'member' | 'admin' | 'operator'
const roles: readonly Role[] = ['viewer', 'member', 'admin', 'operator']

export interface SignedIn {
  readonly state: 'signed-in'
  readonly sessionId: string
  /** Name of the provider with whose accounts people sign in. */
  readonly singleSignOn: string | null
  /** Whether anybody signs in with one. */
  readonly hasPasskeys: boolean
  readonly person: { readonly id: string; readonly name: string; readonly email: string } | null
  readonly role: Role
  readonly team: {
    readonly id: string
    readonly name: string
    readonly zeroDataRetention: 'off' | 'allowed' | 'forced'
    readonly plan: string
  }
  readonly teams: readonly { readonly id: string; readonly name: string; readonly role: Role }[]
}
export interface SignedOut {
  readonly state: 'signed-out'
  readonly singleSignOn: string | null
  readonly hasPasskeys: boolean
}
export type Session = SignedIn | SignedOut | { readonly state: 'set-up' }

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
  return current?.state === 'signed-in' && roles.indexOf(current.role) >= roles.indexOf(needed)
}
