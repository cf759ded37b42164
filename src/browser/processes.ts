import { killProcess, listProcessTree, readProcessFile, sumMemory } from '#kernel/processes.ts'

/** One process of a browser. */
export interface BrowserProcess {
  readonly pid: number
  readonly isRenderer: boolean
  /** Private memory, without mapped files. */
  readonly ownBytes: number
  kill(): void
}

const ownKinds = ['RssAnon', 'RssShmem']

/** Returns a process and its descendants, from Linux's /proc; empty on other systems. */
export const listProcesses = (pid: number): BrowserProcess[] =>
  [...listProcessTree(pid)].flatMap((member) => {
    const command = readProcessFile(member, 'cmdline')
    if (command === '') return []
    return {
      pid: member,
      isRenderer: command.includes('--type=renderer'),
      ownBytes: sumMemory(member, ownKinds),
      kill: () => killProcess(member),
    }
  })
