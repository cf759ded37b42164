import { createTaskThreads } from '#kernel/task-threads.ts'
import type { Caller } from '#kernel/caller.ts'
import { ownMemory, type CommandReading, type CommandTask } from './read-command.ts'

/** Reads long commands of tenants in threads. */
export interface ReadLongCommands extends AsyncDisposable {
  read(task: CommandTask, caller: Caller): Promise<CommandReading>
}

const taskMsMax = 10_000
const heapBytesMax = 256 * 1_024 ** 2

export function createReadLongCommands(): ReadLongCommands {
  const threads = createTaskThreads<CommandTask, CommandReading>({
    file: new URL('read-command.ts', import.meta.url),
    name: 'readLongCommand',
    refusal: 'Too many commands of browser sessions are waiting.',
    taskMsMax,
    heapBytesMax,
    transfer: ({ bytes }) => ownMemory(bytes),
  })
  return {
    read: (task, caller) => threads.run(task, caller),
    [Symbol.asyncDispose]: () => threads[Symbol.asyncDispose](),
  }
}
