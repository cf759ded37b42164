import { signal } from '@preact/signals'

/** Whether the service no longer knows the session of this browser. */
export const hasEnded = signal(false)
