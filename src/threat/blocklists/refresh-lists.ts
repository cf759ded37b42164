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
    const { hashes, isCut } = await threads.run({ path, entriesMax }, { teamId: owner, signal })
    blocklists.replace(source, hashes)
    const fields = { list: nameOf(source), entries: hashes.length }
    if (isCut) log.warn(fields, 'blocklist is too long, only its beginning is used')
    else log.info(fields, 'blocklist loaded')
  }

  /** When each list was read or, if it comes from an address, downloaded. */
  const loadedAt = new Map<string, number>()

  async function load(source: string): Promise<void> {
    const signal = AbortSignal.timeout(loadMsMax)
    if (!isAddress(source)) {
      await read(source, source, signal)
      loadedAt.set(source, Date.now())
      return
    }
    const path = join(folder, `${createHash('sha256').update(source).digest('hex')}.list`)
    const keptAt = loadedAt.has(source) ? undefined : await timeOf(path)
    if (keptAt === undefined) await download(openList, { source, path }, signal)
    await read(source, path, signal)
    loadedAt.set(source, keptAt ?? Date.now())
  }

  return {
    async loadDue(): Promise<void> {
      const due = sources.filter((source) => {
        const at = loadedAt.get(source)
        return at === undefined || Date.now() - at >= refreshMs
      })
      await Promise.all(
        due.map((source) =>
          load(source).catch((err: unknown) =>
            log.warn({ list: nameOf(source), err }, 'blocklist not loaded'),
          ),
        ),
      )
    },
    [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose](),
  }
}

/** Replaces the kept copy of a list only by a complete one. */
async function download(
  openList: OpenList,
  { source, path }: { readonly source: string; readonly path: string },
  signal: AbortSignal,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const temporary = `${path}.${newId()}`
  try {
    const { status, body } = await openList(source, signal)
    if (status !== 200) {
      body.destroy()
      throw new Error(`The list was answered with status ${status}.`)
    }
    await pipeline(body, createWriteStream(temporary), { signal })
    await rename(temporary, path)
  } finally {
    await rm(temporary, { force: true })
  }
}

/** When a file was written; undefined without it. */
async function timeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs
  } catch {
    return undefined
  }
}

export const isAddress = (source: string) => /^https?:\/\//.test(source)

/** Without the query of an address, which may hold a key. */
const nameOf = (source: string) => (isAddress(source) ? source.split('?', 1)[0] : source)
