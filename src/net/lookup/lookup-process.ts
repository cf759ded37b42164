import { spawn } from 'node:child_process'
import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { childCompileCache } from '#kernel/child-compile-cache.ts'
import type { Query, QueryAnswer } from './query.ts'

/** A child process that resolves names. It ends with its parent, and keeps the parent running only during a query. */
export interface LookupProcess extends AsyncDisposable {
  /** Fails with the code of `node:dns`, or if the process ends. */
  query(host: string): Promise<readonly LookupAddress[]>
  readonly isOver: boolean
}

const program = fileURLToPath(new URL('run.ts', import.meta.url))
/** libuv runs lookups on half of its threads. */
const threads = 64
const heapMegabytesMax = 32
/** Options of the system's resolver: seconds before a retry, and attempts per server. */
const resolverOptions = 'timeout:2 attempts:2'

type Pending = ReturnType<typeof Promise.withResolvers<readonly LookupAddress[]>>

export function startLookupProcess(): LookupProcess {
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMegabytesMax}`, program], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Ctrl-C is handled by the service, which may still need lookups to finish its work.
    detached: true,
    env: environment(),
  })
  const pending = new Map<number, Pending>()
  let lastId = 0
  let isOver = false
  const ended = once(child, 'exit').catch(() => [])

  function end(): void {
    isOver = true
    child.kill('SIGKILL')
    for (const { reject } of pending.values()) reject(new Error('The look-up process has ended.'))
    pending.clear()
  }

  function settle(answer: QueryAnswer): void {
    const asked = pending.get(answer.id)
    pending.delete(answer.id)
    if (pending.size === 0) child.channel?.unref()
    if ('addresses' in answer) asked?.resolve(answer.addresses)
    else asked?.reject(Object.assign(new Error(answer.code), { code: answer.code }))
  }

  child.on('message', settle).on('exit', end).on('error', end)
  child.unref()
  child.channel?.unref()

  return {
    get isOver() {
      return isOver
    },
    query(host) {
      const asked = Promise.withResolvers<readonly LookupAddress[]>()
      const query: Query = { id: ++lastId, host }
      pending.set(query.id, asked)
      child.channel?.ref()
      child.send(query, (failure) => failure && end())
      return asked.promise
    },
    async [Symbol.asyncDispose]() {
      if (isOver) return
      child.ref()
      end()
      await ended
    },
  }
}

/** Environment of the child process, without settings of the service. */
function environment(): NodeJS.ProcessEnv {
  return {
    UV_THREADPOOL_SIZE: String(threads),
    MALLOC_ARENA_MAX: '1',
    RES_OPTIONS: resolverOptions,
    ...childCompileCache(),
  }
}
