/**
 * The folder for the temporary files of the tests. Plain JavaScript, because any Node from 18 on runs it.
 */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { join } from 'node:path'

/**
 * Waits for the end of its standard input, which is that of the process that started it. `$0` is the folder: what was started with it
 * as TMPDIR is killed then, because it would write there again.
 */
const script = `read -r _
for _ in 1 2 3; do
  for file in $(grep -lsazFx "TMPDIR=$0" /proc/[0-9]*/environ); do
    pid=\${file#/proc/}
    pid=\${pid%/environ}
    [ "$pid" = $$ ] || kill -KILL "$pid" 2>/dev/null
  done
  rm -rf "$0" 2>/dev/null
  [ -e "$0" ] || exit
  sleep 1
done`

/**
 * Makes a folder in `parent`. It is deleted when this process ends without doing so, also when it is killed: a shell of its own process
 * group waits for that.
 */
export function makeTemporaryFolder(parent) {
  const folder = fs.mkdtempSync(join(parent, 'weir-tests-'))
  // As open as /tmp: PostgreSQL and browsers run as other users.
  fs.chmodSync(folder, 0o1777)
  const { TMPDIR: _folder, ...env } = process.env
  const options = { cwd: '/', env, detached: true, stdio: ['pipe', 'ignore', 'ignore'] }
  const child = spawn('/bin/sh', ['-c', script, folder], options)
  // Without a shell only the folder of a killed process would stay.
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  child.unref()
  child.stdin.unref?.()
  return folder
}
