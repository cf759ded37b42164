import type { Account } from './account.ts'

/** Roles in a team, each with the rights of those before it. Operators manage all teams and the service. */
export const roles = ['viewer', 'member', 'admin', 'operator'] as const
export type Role = (typeof roles)[number]

/** Roles that a person can have in a team. */
export const teamRoles = ['viewer', 'member', 'admin'] as const
export type TeamRole = (typeof teamRoles)[number]

/** Whether a role has the rights of another one. */
export const hasRole = (role: Role, needed: Role): boolean =>
  roles.indexOf(role) >= roles.indexOf(needed)

export interface Person {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly isOperator: boolean
}

/** A signed-in browser. */
export interface ConsoleSession {
  readonly id: string
  /** Null for a session that was opened with an access key. */
  readonly person: Person | null
  readonly role: Role
  readonly teamName: string
  /** When the password or the key was entered last. */
  readonly confirmedMsAgo: number
  readonly account: Account
}

/** Where a request of the console comes from. */
export interface Visitor {
  /** Scheme and host of this service as the browser knows it: `https://weir.example.org`. */
  readonly origin: string
  readonly address: string
  /** The unit of limits: the address, or the /64 network of an IPv6 address. */
  readonly network: string
  /** The User-Agent header, cut to 256 characters. */
  readonly agent: string
}

/** Sub-protocol of a WebSocket that a page of the console opens: this and the token of a ticket. */
export const ticketPrefix = 'weir-ticket.'
