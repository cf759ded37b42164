import { spawn } from 'node:child_process'

/**
 * Waits for the end of its standard input, which is that of the process that started it. `$0` is the data folder; a program that
 * initialises it may write for a moment longer.
 */
const script = `read -r _
pid=$(head -n 1 "$0/postgres/postmaster.pid" 2>/dev/null) && kill -QUIT "$pid" 2>/dev/null
while [ -n "$pid" ] && kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
for _ in 1 2 3 4 5 6 7 8 9; do rm -rf "$0" 2>/dev/null; [ -e "$0" ] || exit; sleep 1; done`

/**
 * Ends the database in a temporary data folder and deletes the folder when this process ends without doing so, also when it is killed:
 * a shell of its own process group waits for that.
 */
export function endWhenKilled(dataDir: string): void {
  const child = spawn('/bin/sh', ['-c', script, dataDir], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Without a shell only the folder of a killed process would stay.
  child.on('error', () => undefined)
  child.stdin.on('error', () => undefined)
  child.unref()
}
