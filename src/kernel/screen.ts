import type { Caller } from './caller.ts'

/** A policy about URLs (docs/threat-protection.md). */
export interface Screen {
  /** Fails with `unsafe_domain_blocked` for a URL that the policy blocks, and with the reason of the signal. */
  admit(url: string, signal: AbortSignal): Promise<void>
}

/** Checks a URL by the screen of the caller, or by the policy of its team. Fails as `Screen.admit` does. */
export type AdmitUrl = (url: string, caller: Caller) => Promise<void>

/** Where there are no teams, and so no policies. */
export const admitAll: AdmitUrl = async () => {}
