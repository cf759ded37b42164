import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { childCompileCache } from '#kernel/child-compile-cache.ts'
import { ServiceError } from '#kernel/errors.ts'
import { withoutNetwork } from '#kernel/without-network.ts'
import { measureMemory } from './memory.ts'
import type { DocumentMessage, DocumentProgress, DocumentResult, DocumentTask } from './task.ts'

/** A process that works on one document at a time. */
export interface DocumentProcess extends AsyncDisposable {
  /**
   * Fails like the readers, with `DOCUMENT_TOO_COMPLEX` when it needs too much memory, with `DOCUMENT_CORRUPT`
   * when the document crashes the process, or with the signal's reason. `isOver` is true after a failure that ended the process.
   */
  run(
    task: DocumentTask,
    signal: AbortSignal,
    onProgress: (progress: DocumentProgress) => void,
  ): Promise<DocumentResult>
  readonly isOver: boolean
  /** Resident memory, in bytes. */
  memoryBytes(): number
}

const program = fileURLToPath(new URL('run.ts', import.meta.url))
const heapMegabytesMax = 512
const watchEveryMs = 40

export function startDocumentProcess(memoryBytesMax: number): DocumentProcess {
  const child = spawnReader()
  const { pid = 0 } = child
  let isOver = pid === 0
  const ended = once(child, 'exit').catch(() => [])
  const markOver = () => void (isOver = true)
  child.on('exit', markOver).on('error', markOver)

  function kill(): void {
    if (isOver) return
    isOver = true
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      child.kill('SIGKILL')
    }
  }

  return {
    get isOver() {
      return isOver
    },
    memoryBytes: () => measureMemory(pid),
    async run(task, signal, onProgress) {
      if (isOver) throw toCrash(false)
      const watch = watchMemory(pid, memoryBytesMax, kill)
      signal.addEventListener('abort', kill)
      try {
        child.send(task, (failure) => failure && kill())
        return await awaitAnswer(child, { onProgress, isExhausted: watch.isExhausted })
      } catch (thrown) {
        signal.throwIfAborted()
        throw thrown
      } finally {
        watch.stop()
        signal.removeEventListener('abort', kill)
      }
    },
    async [Symbol.asyncDispose]() {
      if (pid === 0) return
      kill()
      await ended
    },
  }
}

/**
 * Starts without a network, environment variables and inherited files, in its own process group, so that its children are killed with
 * it.
 */
function spawnReader(): ChildProcess {
  const args = [process.execPath, `--max-old-space-size=${heapMegabytesMax}`, program]
  const [command = '', ...rest] = [...withoutNetwork(), ...args]
  return spawn(command, rest, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    detached: true,
    env: childCompileCache(),
  })
}

/** Kills a process that exceeds its memory limit. */
function watchMemory(pid: number, bytesMax: number, kill: () => void) {
  let isExhausted = false
  const timer = setInterval(() => {
    if (measureMemory(pid) <= bytesMax) return
    isExhausted = true
    kill()
  }, watchEveryMs)
  return { isExhausted: () => isExhausted, stop: () => clearInterval(timer) }
}

interface Listening {
  readonly onProgress: (progress: DocumentProgress) => void
  readonly isExhausted: () => boolean
}

/** The result message of the process, or how it ended. */
function awaitAnswer(
  child: ChildProcess,
  { onProgress, isExhausted }: Listening,
): Promise<DocumentResult> {
  const { promise, resolve, reject } = Promise.withResolvers<DocumentResult>()
  const onMessage = (message: DocumentMessage) => {
    if (message.kind === 'progress') onProgress(message.progress)
    else if (message.kind === 'read' || message.kind === 'picture') resolve(message)
    else reject(toError(message))
  }
  const onExit = (_code: number | null, ending: NodeJS.Signals | null) =>
    reject(toCrash(isExhausted() || ending === 'SIGABRT'))
  child.on('message', onMessage).on('exit', onExit)
  return promise.finally(() => child.off('message', onMessage).off('exit', onExit))
}

function toError(
  message: Exclude<DocumentMessage, { kind: 'progress' | DocumentResult['kind'] }>,
): ServiceError {
  if (message.kind === 'exhausted') return new ServiceError('DOCUMENT_TOO_COMPLEX')
  if (message.kind === 'fault')
    return new ServiceError('UNKNOWN_ERROR', undefined, { cause: new Error(message.text) })
  return new ServiceError(message.code, message.message, { details: message.details })
}

function toCrash(isExhausted: boolean): ServiceError {
  if (isExhausted) return new ServiceError('DOCUMENT_TOO_COMPLEX')
  return new ServiceError('DOCUMENT_CORRUPT', 'The file is damaged in a way that broke its reader.')
}
