import { readErrorCode } from '#base/error-code.ts'
/** Kills a process and those that it started, if it leads a group of its own. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // The group has ended already, or, on macOS, has no process that can be killed.
    const code = readErrorCode(error)
    if (code !== 'ESRCH' && code !== 'EPERM') throw error
  }
}
