import type { Caller } from './caller.ts'
import { ServiceError } from './errors.ts'

/** Which URLs may be reached: by the policy (docs/threat-protection.md) and by the hosts of the key. */
export interface Screen {
  /** Fails with one of `refusals`, and with the reason of the signal. */
  admit(url: string, signal: AbortSignal): Promise<void>
}

/** Checks a URL by the screen of the caller, or by the policy of its team and the hosts of its key. Fails as `Screen.admit` does. */
export type AdmitUrl = (url: string, caller: Caller) => Promise<void>

/** Where there are no teams, and so no policies. */
export const admitAll: AdmitUrl = async () => {}

const refusals: ReadonlySet<string> = new Set(['unsafe_domain_blocked', 'KEY_HOST_NOT_ALLOWED'])

/** Whether a URL was refused: no other way may reach it. */
export const isScreenRefusal = (thrown: unknown): thrown is ServiceError =>
  thrown instanceof ServiceError && refusals.has(thrown.code)
