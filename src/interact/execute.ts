import type { Server as HttpServer } from 'node:http'
import { startCodeBox, resultFd } from './box/code-box.ts'
import type { Box } from './box/start-box.ts'
import type { Space } from './box/space.ts'
import type { Language } from './language.ts'
import { findProgram } from './languages.ts'

/** A program of a tenant. */
export interface Program {
  readonly code: string
  readonly language: Language
  readonly timeoutMs: number
}

export interface Execution {
  readonly stdout: string
  readonly stderr: string
  /** The value of the last expression; what the program printed if there is none. */
  readonly result: string
  readonly exitCode: number
  /** Why the program was ended before its end. */
  readonly killed: string | undefined
  /** Whether output beyond the limit was dropped. */
  readonly truncated: boolean
}

interface ExecuteOptions {
  /** The session, whose folder is `/session` in the box. */
  readonly space: Space
  /** Serves the DevTools protocol to the program. */
  readonly devTools: HttpServer
  /** Target id of the page that the program starts with. */
  readonly pageId: string | undefined
  readonly signal: AbortSignal
}

const mebibyte = 1_024 ** 2
const outputBytesMax = mebibyte
/** Output that is read and dropped before the program is ended. */
const drainedBytesMax = 64 * mebibyte
/** Output that is still on its way when the program has ended. */
const restMsMax = 1_000

/** Runs a program in a box of its own, until it ends or exceeds a limit; nothing of it is left but files of the session. */
export async function execute(program: Program, options: ExecuteOptions): Promise<Execution> {
  const { space, devTools, pageId = '', signal } = options
  const { command, readable } = findProgram(program.language)
  const box = await startCodeBox({ command, space, readable, env: { WEIR_PAGE: pageId } })
  let killed: string | undefined
  const kill = (why: string) => {
    killed ??= why
    box.kill()
  }
  const timeout = setTimeout(kill, program.timeoutMs, 'It ran longer than its timeout.')
  const stop = () => kill('The session ended.')
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  const output = readOutput(box, kill)
  try {
    box.stdio[0]?.on('error', () => {}).end(program.code)
    const listener = await box.listener.catch((cause: unknown) => {
      if (killed === undefined) throw cause
    })
    if (listener) devTools.listen(listener)
    const { code: exitCode, tookTooMuch } = await box.ended
    if (tookTooMuch) killed ??= 'It took more than 1 GiB of memory.'
    await output.finished
    const { stdout, stderr, result } = output.texts()
    return {
      stdout,
      stderr,
      result: result || stdout.trimEnd(),
      exitCode,
      killed,
      truncated: output.isTruncated(),
    }
  } finally {
    clearTimeout(timeout)
    signal.removeEventListener('abort', stop)
    box.kill()
    devTools.close()
    devTools.closeAllConnections()
  }
}

/** Keeps the first mebibyte of each stream. */
function readOutput(box: Box, kill: (why: string) => void) {
  const streams = { stdout: 1, stderr: 2, result: resultFd }
  const kept = { stdout: [] as Buffer[], stderr: [] as Buffer[], result: [] as Buffer[] }
  let isTruncated = false
  let drained = 0
  const read = (name: keyof typeof streams) => {
    const stream = box.stdio[streams[name]]
    let bytes = 0
    stream?.on('data', (chunk: Buffer) => {
      const left = outputBytesMax - bytes
      if (left > 0) kept[name].push(chunk.subarray(0, left))
      bytes += chunk.length
      drained += chunk.length
      isTruncated ||= bytes > outputBytesMax
      if (drained > drainedBytesMax) kill('It printed more than 64 MiB.')
    })
    return new Promise<void>((resolve) => {
      stream?.once('close', resolve)
      stream?.once('error', () => resolve())
      void box.ended.then(() => setTimeout(resolve, restMsMax))
    })
  }
  const finished = Promise.all([read('stdout'), read('stderr'), read('result')])
  const readText = (name: keyof typeof kept) => Buffer.concat(kept[name]).toString()
  return {
    finished,
    isTruncated: () => isTruncated,
    texts: () => ({
      stdout: readText('stdout'),
      stderr: readText('stderr'),
      result: readText('result'),
    }),
  }
}
