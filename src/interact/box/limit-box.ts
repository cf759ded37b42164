import { divideGroup, type BoxGroups } from './groups.ts'
import { watchMemory } from './watch-memory.ts'

export interface BoxLimits {
  /** Private and shared memory of its processes, without files in memory. */
  readonly memoryBytesMax: number
  readonly processesMax: number
  /** Whether it runs programs of tenants: buffers of sockets count as well. */
  readonly isOfProgram: boolean
}

let groups: { readonly divided: BoxGroups | undefined } | undefined

/**
 * Limits the memory and processes of a box: by the kernel, where the service has a control group, and by watching. The kernel counts
 * the files in memory to which it writes as well. Ending it says whether the box took too much.
 */
export function limitBox(pid: number, limits: BoxLimits, filesBytesMax: number) {
  const { memoryBytesMax, processesMax, isOfProgram } = limits
  groups ??= { divided: divideGroup() }
  const bytesMax = memoryBytesMax + filesBytesMax
  const group = groups.divided?.create({ memoryBytesMax: bytesMax, processesMax })
  group?.join(pid)
  const watch = watchMemory({ pid, memoryBytesMax, isOfProgram })
  return {
    /** To be called once the box has ended. */
    async end(): Promise<boolean> {
      const wasWatched = await watch.tookTooMuch()
      const wasLimited = group?.tookTooMuch === true
      void group?.remove()
      return wasWatched || wasLimited
    },
  }
}
