import { signal } from '@preact/signals'
import { get } from './api.ts'
import { team } from './team.ts'

export type Role = 'viewer' | 'member' | 'admin' | 'operator'
const roles: readonly Role[] = ['viewer', 'member', 'admin', 'operator']

export interface SignedIn {
  readonly state: 'signed-in'
  readonly sessionId: string
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
export type Session = SignedIn | { readonly state: 'set-up' | 'signed-out' }

/** Undefined until the service has answered. */
export const session = signal<Session | undefined>(undefined)

export async function loadSession(): Promise<void> {
  const { data } = await get<{ data: Session }>('/console/api/session')
  if (data.state === 'signed-in') team.value = data.team.id
  session.value = data
}

export function may(needed: Role): boolean {
  const current = session.value
  return current?.state === 'signed-in' && roles.indexOf(current.role) >= roles.indexOf(needed)
}
