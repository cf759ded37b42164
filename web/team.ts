import { signal } from '@preact/signals'

/** Id of the team that requests are made for; undefined for the one that was used last. */
export const team = signal<string | undefined>(undefined)
