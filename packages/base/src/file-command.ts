import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { readErrorCode } from './error-code.ts'

/** What a command reads. */
export interface FileInput {
  readonly bytes: Uint8Array
  /** Undefined for what comes from standard input. */
  readonly fileName: string | undefined
  /** The values of its own options. */
  readonly values: Readonly<Record<string, string | undefined>>
}

interface FileCommand {
  readonly name: string
  /** Its own options, each with a value, and what they mean. */
  readonly options: Readonly<Record<string, string>>
  /** Gives the members that `--json` prints. */
  readonly read: (input: FileInput) => Promise<{ readonly markdown?: string }>
}

/** Runs a command that reads a file or standard input and prints Markdown, or JSON with `--json`. Sets the exit code. */
export async function runFileCommand({ name, options, read }: FileCommand): Promise<void> {
  const texts = Object.fromEntries(
    Object.keys(options).map((key) => [key, { type: 'string' as const }]),
  )
  try {
    const { values, positionals } = parseArgs({
      options: { ...texts, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    })
    const [path] = positionals
    if (values['help'] || positionals.length > 1 || (path === undefined && process.stdin.isTTY)) {
      process.stdout.write(usage(name, options))
      return
    }
    const bytes = await buffer(path === undefined ? process.stdin : createReadStream(path))
    const fileName = path === undefined ? undefined : basename(path)
    const found = await read({
      bytes,
      fileName,
      values: values as Readonly<Record<string, string | undefined>>,
    })
    process.stdout.write(
      values['json'] ? `${JSON.stringify(found, null, 2)}\n` : `${found.markdown ?? ''}\n`,
    )
  } catch (thrown) {
    if (!(thrown instanceof Error)) throw thrown
    const code = readErrorCode(thrown)
    process.stderr.write(
      code === undefined
        ? `${thrown.stack ?? thrown.message}\n`
        : `${name}: ${thrown.message} (${code})\n`,
    )
    process.exitCode = 1
  }
}

function usage(name: string, options: FileCommand['options']): string {
  const lines = Object.entries({ ...options, json: 'prints all that was found, as JSON' })
  const width = Math.max(...lines.map(([key]) => key.length))
  const rows = lines.map(([key, meaning]) => `  --${key.padEnd(width)}  ${meaning}`)
  return `Usage: ${name} [options] [file]\nReads a file, or standard input, and prints Markdown.\n\n${rows.join('\n')}\n`
}
