import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { newId } from '#kernel/ids.ts'
import type { Log } from '#kernel/log.ts'
import { createTaskThreads } from '#kernel/task-threads.ts'
import type { Blocklists } from './blocklists.ts'
import type { ListFile, ReadList } from './thread.ts'

/** Downloads a list of the operator. */
export type OpenList = (
  url: string,
  signal: AbortSignal,
) => Promise<{ readonly status: number; readonly body: Readable }>

interface ListState {
  /** When it was read or, if it comes from an address, downloaded. */
  readonly loadedAt?: number
  readonly entries: number
  /** Why the last attempt failed; absent after a success. */
  readonly failure?: string
}

interface RefreshOptions {
  /** Paths of files, and addresses. */
  readonly sources: readonly string[]
  readonly blocklists: Blocklists
  readonly openList: OpenList
  /** Downloaded lists are kept there, so that they are available at the next start. */
  readonly folder: string
  readonly refreshMs: number
  readonly log: Log
}

const entriesMax = 20_000_000
/** Of an unpacked list. */
const bytesMax = 2 * 1024 ** 3
const loadMsMax = 600_000
const owner = 'blocklists'

/**
 * Reads the lists into memory, and again when they are older than `refreshMs`. A list that cannot be read stays as it was, and is due
 * at the next call.
 */
export function createListRefresh(options: RefreshOptions) {
  const { sources, blocklists, openList, folder, refreshMs, log } = options
  const threads = createTaskThreads<ListFile, ReadList>({
    file: new URL('./thread.ts', import.meta.url),
    name: 'readList',
    refusal: 'Too many lists are being read.',
    taskMsMax: loadMsMax,
    threads: 1,
  })

  async function read(source: string, path: string, signal: AbortSignal): Promise<void> {
    const { hashes, isCut } = await threads.run(
      { path, entriesMax, bytesMax },
      { teamId: owner, signal },
    )
    blocklists.replace(source, hashes)
    const { failure: _failure, ...state } = stateOf(source)
    states.set(source, { ...state, entries: hashes.length })
    const fields = { list: nameOf(source), entries: hashes.length }
    if (isCut) log.warn(fields, 'blocklist is too long, only its beginning is used')
    else log.info(fields, 'blocklist loaded')
  }

  const states = new Map<string, ListState>()
  const stateOf = (source: string): ListState => states.get(source) ?? { entries: 0 }
  const isLoaded = (source: string) => stateOf(source).loadedAt !== undefined
  const loaded = (source: string, at: number) =>
    states.set(source, { ...stateOf(source), loadedAt: at })

  async function load(source: string): Promise<void> {
    const signal = AbortSignal.timeout(loadMsMax)
    if (!isAddress(source)) {
      await read(source, source, signal)
      loaded(source, Date.now())
      return
    }
    const path = keptPath(folder, source)
    const keptAt = isLoaded(source) ? undefined : await timeOf(path)
    if (keptAt !== undefined) {
      await read(source, path, signal)
      loaded(source, keptAt)
      return
    }
    await using downloaded = await download(openList, { source, path }, signal)
    await read(source, downloaded.path, signal)
    await downloaded.keep()
    loaded(source, Date.now())
  }

  return {
    /** For metrics: lists whose last attempt failed, and when the oldest list was loaded, in milliseconds since 1970. */
    gauges() {
      const all = sources.map(stateOf)
      return {
        failed: all.filter(({ failure }) => failure !== undefined).length,
        oldestAt: Math.min(...all.map(({ loadedAt = 0 }) => loadedAt)),
      }
    },
    async loadDue(): Promise<void> {
      const due = sources.filter((source) => {
        const { loadedAt } = stateOf(source)
        return loadedAt === undefined || Date.now() - loadedAt >= refreshMs
      })
      await Promise.all(
        due.map((source) =>
          load(source).catch((err: unknown) => {
            const failure = err instanceof Error ? err.message : String(err)
            states.set(source, { ...stateOf(source), failure })
            log.warn({ list: nameOf(source), err }, 'blocklist not loaded')
          }),
        ),
      )
    },
    [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose](),
  }
}

/** A downloaded list, which is removed unless it replaces the kept copy. */
interface Downloaded extends AsyncDisposable {
  readonly path: string
  keep(): Promise<void>
}

async function download(
  openList: OpenList,
  { source, path }: { readonly source: string; readonly path: string },
  signal: AbortSignal,
): Promise<Downloaded> {
  await mkdir(dirname(path), { recursive: true })
  const temporary = `${path}.${newId()}`
  const remove = () => rm(temporary, { force: true })
  try {
    const { status, body } = await openList(source, signal)
    if (status !== 200) {
      body.destroy()
      throw new Error(`The list was answered with status ${status}.`)
    }
    await pipeline(body, createWriteStream(temporary), { signal })
  } catch (thrown) {
    await remove()
    throw thrown
  }
  return { path: temporary, keep: () => rename(temporary, path), [Symbol.asyncDispose]: remove }
}

/** Where downloaded lists are kept. */
export const blocklistFolder = (dataDir: string): string => join(dataDir, 'blocklists')

/** Where the copy of a downloaded list is kept. */
export const keptPath = (folder: string, source: string): string =>
  join(folder, `${createHash('sha256').update(source).digest('hex')}.list`)

/** When a file was written; undefined without it. */
export async function timeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs
  } catch {
    return undefined
  }
}

export const isAddress = (source: string) => /^https?:\/\//.test(source)

/** Without the query of an address, which may hold a key. */
export const nameOf = (source: string): string =>
  (isAddress(source) ? source.split('?', 1)[0] : source) ?? source
