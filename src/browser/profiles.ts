import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, BrowserContextOptions } from 'playwright-core'
import { ServiceError } from '#kernel/errors.ts'
import { orAborted } from '#kernel/or-aborted.ts'
import type { ProfileUse } from './rendering.ts'

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** Stores the profiles of teams as texts. */
interface ProfileStore {
  read(place: { teamId: string; name: string }): Promise<string | undefined>
  /** Undefined while another process writes. */
  startWriting(
    place: { teamId: string; name: string },
    forMs: number,
    writerId?: string,
  ): Promise<{ save(state: string): Promise<boolean>; release(): Promise<void> } | undefined>
}

/** A profile in use by one page. */
export interface OpenProfile extends AsyncDisposable {
  /** State that the browser starts with; undefined for a new profile. */
  readonly state: StorageState | undefined
  /** Saves the state if requested. Returns warnings for the caller. */
  save(context: BrowserContext, signal: AbortSignal): Promise<string[]>
}

/** Opens profiles: any number of readers and one writer. */
export interface Profiles {
  /** Fails with `CONFLICT` if another writer is active and this request writes. `writer` is the id and the longest time of a writer that is no request. */
  open(
    profile: ProfileUse & { readonly writer?: { readonly id: string; readonly leaseMs: number } },
  ): Promise<OpenProfile>
}

/** Longer than the longest request; the lease of a crashed writer expires then. */
const writingMsMax = 330_000
const stateLengthMax = 20_000_000
const saveMsMax = 10_000

export function createProfiles(store: ProfileStore): Profiles {
  return {
    async open({ saveChanges, writer, ...place }) {
      const forMs = writer?.leaseMs ?? writingMsMax
      const writing = saveChanges ? await store.startWriting(place, forMs, writer?.id) : undefined
      if (saveChanges && !writing) throw beingWritten()
      const text = await store.read(place)
      return {
        state: text === undefined ? undefined : JSON.parse(text),
        async save(context, signal) {
          if (!writing) return []
          const state = JSON.stringify(await readState(context, signal))
          if (state.length > stateLengthMax) return [tooLarge]
          return (await writing.save(state)) ? [] : [tooLate]
        },
        async [Symbol.asyncDispose]() {
          await writing?.release()
        },
      }
    },
  }
}

const tooLarge = 'The profile has grown beyond 20 MB: its changes were not saved.'
const tooLate = 'Another session has taken over the profile: its changes were not saved.'

function beingWritten(): ServiceError {
  const message =
    'Another session is currently writing to this profile. Wait until it has ended, or send saveChanges: false to use the profile as it is.'
  return new ServiceError('CONFLICT', message)
}

/** A busy page may not respond. */
async function readState(context: BrowserContext, signal: AbortSignal): Promise<StorageState> {
  const late = new AbortController()
  const slow = sleep(saveMsMax, undefined, { signal: late.signal, ref: false }).then(() => {
    throw new ServiceError('SCRAPE_SITE_ERROR', 'The page leaves no time to save its profile.')
  })
  try {
    const reading = context.storageState({ indexedDB: true })
    return await orAborted(Promise.race([reading, slow]), signal)
  } finally {
    late.abort()
    slow.catch(() => {})
  }
}
