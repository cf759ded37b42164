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
import { createListStates } from './list-states.ts'
import type { ListFile, ReadList } from './thread.ts'

/** Downloads a list of the operator. */
export type OpenList = (
  url: string,
  signal: AbortSignal,
) => Promise<{ readonly status: number; readonly body: Readable }>

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
  const { sources, openList, folder, refreshMs, log } = options
  const reader = createReader(options)
  const { read } = reader
  const states = createListStates(sources)

  /** A copy that cannot be read is downloaded again. */
  async function readKept(source: string, path: string, signal: AbortSignal): Promise<boolean> {
    try {
      await read(source, path, signal)
      return true
    } catch (err) {
      log.warn({ list: makeName(source), err }, 'kept blocklist not read')
      return false
    }
  }

  async function load(source: string): Promise<void> {
    const signal = AbortSignal.timeout(loadMsMax)
    if (!isAddress(source)) {
      await read(source, source, signal)
      states.loaded(source, Date.now())
      return
    }
    const path = keptPath(folder, source)
    const keptAt = states.loadedAt(source) === undefined ? await readTime(path) : undefined
    if (keptAt !== undefined && (await readKept(source, path, signal))) {
      states.loaded(source, keptAt)
      return
    }
    await using downloaded = await download(openList, { source, path }, signal)
    await read(source, downloaded.path, signal)
    await downloaded.keep()
    states.loaded(source, Date.now())
  }

  return {
    gauges: () => states.gauges(),
    async loadDue(): Promise<void> {
      const due = sources.filter((source) => {
        const loadedAt = states.loadedAt(source)
        return loadedAt === undefined || Date.now() - loadedAt >= refreshMs
      })
      await Promise.all(
        due.map((source) =>
          load(source).catch((err: unknown) => {
            states.failed(source)
            log.warn({ list: makeName(source), err }, 'blocklist not loaded')
          }),
        ),
      )
    },
    [Symbol.asyncDispose]: () => reader[Symbol.asyncDispose](),
  }
}

/** Reads files into the lists in memory, in a thread that can be killed. */
function createReader({ blocklists, log }: Pick<RefreshOptions, 'blocklists' | 'log'>) {
  const threads = createTaskThreads<ListFile, ReadList>({
    file: new URL('./thread.ts', import.meta.url),
    name: 'readList',
    refusal: 'Too many lists are being read.',
    taskMsMax: loadMsMax,
    threads: 1,
  })
  return {
    async read(this: void, source: string, path: string, signal: AbortSignal): Promise<void> {
      const file = { path, entriesMax, bytesMax }
      const { hashes, isCut } = await threads.run(file, { teamId: owner, signal })
      if (hashes.length === 0 && isAddress(source)) throw new Error('The list has no entries.')
      blocklists.replace(source, hashes)
      const fields = { list: makeName(source), entries: hashes.length }
      if (isCut) log.warn(fields, 'blocklist is too long, only its beginning is used')
      else log.info(fields, 'blocklist loaded')
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
const keptPath = (folder: string, source: string): string =>
  join(folder, `${createHash('sha256').update(source).digest('hex')}.list`)

/** When the file of a list, or the copy of a downloaded one, was written; undefined without it. */
export const listTime = (source: string, folder: string): Promise<number | undefined> =>
  readTime(isAddress(source) ? keptPath(folder, source) : source)

/** When a file was written; undefined without it. */
async function readTime(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs
  } catch {
    return undefined
  }
}

export const isAddress = (source: string) => /^https?:\/\//.test(source)

/** Without the query of an address, which may hold a key. */
export const makeName = (source: string): string =>
  (isAddress(source) ? source.split('?', 1)[0] : source) ?? source
