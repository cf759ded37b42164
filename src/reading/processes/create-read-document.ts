import { availableParallelism } from 'node:os'
import type { Content } from '#content/content.ts'
import { ServiceError } from '#kernel/errors.ts'
import { orAborted } from '#kernel/or-aborted.ts'
import { createSemaphore } from '#kernel/semaphore.ts'
import type { Caller } from '#kernel/caller.ts'
import { startDocumentProcess, type DocumentProcess } from './document-process.ts'
import type { OcrSettings } from '#documents/ocr/ocr-settings.ts'
import type { PagePicture } from '#documents/pdf/picture-pages.ts'
import type {
  DocumentProgress,
  DocumentResult,
  DocumentTask,
  PictureTask,
  ReadTask,
} from './task.ts'

/** Reads a document in a process that can be killed at any time. */
export type ReadDocument = (
  task: Omit<ReadTask, 'kind' | 'ocr'>,
  caller: Caller,
  onProgress?: (progress: DocumentProgress) => void,
) => Promise<Content>

/** Draws pages of a PDF file in such a process. Fails like `ReadDocument`. */
export type PicturePages = (
  task: Omit<PictureTask, 'kind'>,
  caller: Caller,
) => Promise<readonly PagePicture[]>

interface ReadDocumentOptions {
  readonly ocr: OcrSettings
  /** Installs the packages that read pictures where there is no program; returns their folder. */
  readonly installReader?: () => Promise<string>
  /** Processes per team, one document each at a time. More start when several teams wait. */
  readonly processesMax?: number
  /** Resident bytes of one process and its children. */
  readonly memoryBytesMax?: number
  /** Queued documents per team; more are refused. */
  readonly waitingMax?: number
}

/** Idle time after which a process ends. */
const idleMs = 60_000
/** Processes are replaced after this many documents or bytes, because memory is never fully returned. */
const documentsMax = 200
const keptMemoryBytesMax = 400 * 1024 * 1024

const refusal = 'Too many documents are waiting to be read. Try again shortly.'

/**
 * Reads documents in processes that start on demand and end after a minute without work. Fails
 * like the readers, with `SERVICE_UNAVAILABLE` when the queue of the team is full, with `DOCUMENT_TOO_COMPLEX` and
 * `DOCUMENT_CORRUPT` for documents that exceed the limits or crash the process, or with the signal's reason.
 */
export function createReadDocument({
  ocr,
  installReader,
  processesMax = Math.max(2, availableParallelism() - 1),
  memoryBytesMax = 900 * 1024 * 1024,
  waitingMax = 64,
}: ReadDocumentOptions): ReadDocument & { readonly picturePages: PicturePages } & AsyncDisposable {
  const semaphore = createSemaphore({ perTeamMax: processesMax, waitingMax, refusal })
  const pool = createProcessPool(() => startDocumentProcess(memoryBytesMax))
  async function run(
    task: DocumentTask,
    caller: Caller,
    onProgress: (progress: DocumentProgress) => void,
  ): Promise<DocumentResult> {
    using slot = await semaphore.acquire(caller)
    void slot
    const pooled = pool.take()
    try {
      return await pooled.process.run(task, caller.signal, onProgress)
    } finally {
      pool.putBack(pooled)
    }
  }

  let reader = ocr
  let installing: Promise<string> | undefined
  const readDocument: ReadDocument = async (task, caller, onProgress = () => {}) => {
    const read = () => run({ ...task, kind: 'read', ocr: reader }, caller, onProgress)
    const result = await read().catch(async (thrown: unknown) => {
      if (!installReader || !isReaderMissing(thrown)) throw thrown
      installing ??= installReader().catch((cause: unknown) => {
        installing = undefined
        throw unavailable(cause)
      })
      reader = { ...ocr, packages: await orAborted(installing, caller.signal) }
      return await read()
    })
    if (result.kind === 'read') return result.content
    throw unexpected(result)
  }
  const picturePages: PicturePages = async (task, caller) => {
    const result = await run({ ...task, kind: 'picture' }, caller, () => {})
    if (result.kind === 'picture') return result.pictures
    throw unexpected(result)
  }
  return Object.assign(readDocument, {
    picturePages,
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  })
}

const isReaderMissing = (thrown: unknown) =>
  thrown instanceof ServiceError && thrown.code === 'NOT_IMPLEMENTED'

function unavailable(cause: unknown): ServiceError {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new ServiceError('SERVICE_UNAVAILABLE', `Pictures cannot be read: ${why}`, { cause })
}

const unexpected = ({ kind }: DocumentResult) =>
  new TypeError(`A document process returned the result of another task: ${kind}.`)

interface PooledProcess {
  readonly process: DocumentProcess
  documents: number
  idle: NodeJS.Timeout | undefined
}

/** Idle and busy processes; idle ones end by themselves. */
function createProcessPool(startProcess: () => DocumentProcess) {
  const idle: PooledProcess[] = []
  const all = new Set<PooledProcess>()

  async function end(pooled: PooledProcess): Promise<void> {
    all.delete(pooled)
    clearTimeout(pooled.idle)
    const at = idle.indexOf(pooled)
    if (at !== -1) idle.splice(at, 1)
    await pooled.process[Symbol.asyncDispose]()
  }

  function start(): PooledProcess {
    const pooled = { process: startProcess(), documents: 0, idle: undefined }
    all.add(pooled)
    return pooled
  }

  return {
    take(): PooledProcess {
      for (const gone of idle.filter(({ process }) => process.isOver)) void end(gone)
      const pooled = idle.pop() ?? start()
      clearTimeout(pooled.idle)
      pooled.documents += 1
      return pooled
    },
    putBack(pooled: PooledProcess): void {
      const { process, documents } = pooled
      const isSpent = documents >= documentsMax || process.memoryBytes() > keptMemoryBytesMax
      if (process.isOver || isSpent) {
        void end(pooled)
        return
      }
      pooled.idle = setTimeout(() => void end(pooled), idleMs).unref()
      idle.push(pooled)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...all].map(end))
    },
  }
}
