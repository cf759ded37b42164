import { move, transferableSymbol, valueSymbol } from 'piscina'
import { z } from 'zod'
import { exceededSize } from '#kernel/json-size.ts'
import { judge } from './judge.ts'

/** A command of a client, judged. */
export interface ReadCommand {
  readonly id: number
  readonly method: string
  readonly sessionId?: string | undefined
  /** Why it is not sent. */
  readonly refusal?: string
  /** Its method and parameters as members of a message, up to the closing bracket of the message. */
  readonly members: string | Uint8Array
  /** The page that it activates. */
  readonly targetId?: string | undefined
}

/** Chromium reads nothing that is nested deeper. A command is read and written in one step, which must be short. */
const sizesMax = { depth: 300, members: 20_000, values: 150_000 }

const Command = z.object({
  id: z.int(),
  method: z.string().max(200),
  params: z.unknown().optional(),
  sessionId: z.string().max(100).optional(),
})
const Activated = z.object({ targetId: z.string() })

export interface CommandTask {
  readonly bytes: Uint8Array
  /** False for acceptance checks that measure the box alone. */
  readonly judges: boolean
}

/** What becomes of a command of a tenant: `too big` if it has too many values, undefined if it cannot be read. */
export type CommandReading = ReadCommand | 'too big' | undefined

/** Reads a command of a tenant. */
export const readTenantCommand = (task: CommandTask): CommandReading =>
  exceededSize(task.bytes, sizesMax) ? 'too big' : readCommand(task)

/** The same for threads: what is sent on is not made a text again, and moves instead of being copied. */
export function readLongCommand(task: CommandTask) {
  const command = readTenantCommand(task)
  if (!command || command === 'too big') return command
  const members = Buffer.from(command.members)
  const moved = { [transferableSymbol]: ownMemory(members), [valueSymbol]: { ...command, members } }
  return move(moved)
}

/** The memory of bytes that share it with no others. */
export function ownMemory({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}

export function readCommand({ bytes, judges }: CommandTask): ReadCommand | undefined {
  const command = parseCommand(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (!command) return undefined
  const { id, method, sessionId, params = {} } = command
  const verdict = judges ? judge(method, params) : { params }
  if ('refusal' in verdict) return { id, method, sessionId, refusal: verdict.refusal, members: '' }
  const { targetId } = Activated.safeParse(verdict.params).data ?? {}
  const members = JSON.stringify({ method, params: verdict.params }).slice(1)
  return { id, method, sessionId, members, targetId }
}

function parseCommand(bytes: Buffer): z.output<typeof Command> | undefined {
  try {
    return Command.safeParse(JSON.parse(bytes.toString())).data
  } catch {
    return undefined
  }
}
