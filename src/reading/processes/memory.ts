import { listProcessTree, sumMemory } from '#kernel/processes.ts'

/** Resident bytes of a process and its descendants; 0 where /proc is missing. */
export function measureMemory(pid: number): number {
  let bytes = 0
  for (const member of listProcessTree(pid)) bytes += sumMemory(member, ['VmRSS'])
  return bytes
}
