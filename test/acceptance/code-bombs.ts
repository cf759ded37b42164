// acceptance: quick
/**
 * A program that takes too much is ended by the limit that is meant for it; its session and other sessions work on, and none of its
 * processes is left. Control: the same memory file without a box has no limit.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { Execution } from '#interact/execute.ts'
import { isQuick, report } from '#test/fixtures/acceptance.ts'
import { missingForSessions, startBoxedSession } from '#test/fixtures/boxed-session.ts'
import { readOwner } from '#test/fixtures/session-leftovers.ts'
import { until } from '#test/fixtures/until.ts'

const missing = await missingForSessions()
if (missing !== undefined) {
  process.stdout.write(`code-bombs: skipped: ${missing}\n`)
  process.exit(0)
}

interface Bomb {
  readonly language: 'bash' | 'node'
  readonly code: string
  /** Whether the bomb was stopped by its own limit. */
  readonly isStopped: (execution: Execution) => boolean
  /** Milliseconds; short where the timeout is what stops the bomb. */
  readonly timeoutMs?: number
  /** Left out of the quick form. */
  readonly isSlow?: true
}

const killedBy =
  (reason: RegExp) =>
  ({ killed }: Execution) =>
    reason.test(killed ?? '')
const printed =
  (text: RegExp) =>
  ({ stdout, stderr }: Execution) =>
    text.test(`${stdout}\n${stderr}`)
const bash = (code: string, isStopped: Bomb['isStopped']): Bomb => ({
  language: 'bash',
  code,
  isStopped,
})
const node = (code: string, isStopped: Bomb['isStopped']): Bomb => ({
  language: 'node',
  code,
  isStopped,
})
const slow = (bomb: Bomb): Bomb => ({ ...bomb, isSlow: true })
const short = (bomb: Bomb): Bomb => ({ ...bomb, timeoutMs: 5_000 })

const full = printed(/No space left|too large|File size limit/i)
const memory = killedBy(/1 GiB of memory/)
const time = killedBy(/timeout/)

const bombs: Readonly<Record<string, Bomb>> = {
  'fork bomb': short(
    bash(
      ':(){ :|:& };:; sleep 20',
      (it) => time(it) || printed(/Resource temporarily unavailable/)(it),
    ),
  ),
  'memory of one process': node(
    'const x = []; for (;;) x.push(Buffer.alloc(5e7, 1))',
    (it) => it.exitCode !== 0,
  ),
  'memory of many processes': bash(
    `for i in $(seq 8); do /tools/node -e 'const x=Buffer.alloc(2e8,1);setTimeout(()=>x,1e5)' & done; wait`,
    memory,
  ),
  'memory of the children of a thread': bash(
    `command -v python3 >/dev/null || { sleep 100; exit; }
python3 - <<'END'
import subprocess, threading, time
def spawn():
  for i in range(8): subprocess.Popen(['/tools/node', '-e', 'const x=Buffer.alloc(2e8,1);setTimeout(()=>x,1e5)'])
  time.sleep(100)
thread = threading.Thread(target=spawn)
thread.start()
thread.join()
END`,
    memory,
  ),
  'memory file': bash(
    `python3 -c 'import os; os.memfd_create("x"); print("MADE")' || true`,
    printed(/not permitted|not found/i),
  ),
  '/tmp': bash('for i in 1 2; do cat /dev/zero > /tmp/f$i; done', full),
  '/dev/shm': bash('cat /dev/zero > /dev/shm/f', full),
  'root and /dev': bash('touch /f /dev/f', printed(/Read-only(.|\n)*Read-only/)),
  'session folder': bash(
    'for i in $(seq 50); do head -c 60M /dev/zero > /session/f$i || break; done; rm /session/f*',
    full,
  ),
  'many empty files': slow(
    bash('for i in $(seq 30000); do : > /session/e$i || break; done; rm -f /session/e*', full),
  ),
  'endless output': bash('yes', killedBy(/64 MiB/)),
  'endless errors': slow(
    node('for (;;) process.stderr.write("x".repeat(65536))', (it) => it.exitCode !== 0),
  ),
  loop: slow(short(node('for (;;);', time))),
  'signals ignored': slow(short(bash('trap "" INT TERM HUP; while :; do :; done', time))),
  'process left behind': bash(
    'setsid nohup sleep 300 > /dev/null 2>&1 & disown; echo left',
    printed(/left/),
  ),
  'pipes and links': bash(
    'mkfifo /session/a; ln -s /etc/passwd /session/b; ln -s / /session/c; echo made',
    printed(/made/),
  ),
}

/** Folders of the sessions of this process. */
const ownFolders = () =>
  readdirSync(tmpdir()).filter(
    (name) => name.startsWith('weir-browser-') && readOwner(name).startsWith(`${process.pid} `),
  )

/** Process id namespaces of the boxes of this process: a box that is left has one. */
function namespaces(): Set<string> {
  const folders = ownFolders()
  const found = new Set<string>()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const mounts = readFileSync(`/proc/${pid}/mountinfo`, 'utf8')
      if (folders.some((name) => mounts.includes(name)))
        found.add(readlinkSync(`/proc/${pid}/ns/pid`))
    } catch {
      // It has ended.
    }
  }
  return found
}

await using session = await startBoxedSession()
await using neighbour = await startBoxedSession()
const run = (
  on: typeof session,
  { language, code, timeoutMs = 120_000 }: Omit<Bomb, 'isStopped'>,
) => on.execute({ code, language, timeoutMs })
await run(session, { language: 'node', code: 'await page.title()' })
const before = namespaces()
const failed: string[] = []
const chosen = Object.entries(bombs).filter(([, { isSlow }]) => !isQuick || !isSlow)
for (const [name, bomb] of chosen) {
  const execution = await run(session, bomb)
  if (!bomb.isStopped(execution))
    failed.push(`${name} (${execution.killed ?? execution.stderr.slice(0, 80)})`)
  const [own, other] = await Promise.all(
    [session, neighbour].map((each) => run(each, { language: 'bash', code: 'echo alive' })),
  )
  if (own?.stdout !== 'alive\n' || other?.stdout !== 'alive\n')
    failed.push(`${name}: a session does not work`)
}
const boxesLeft = () => [...namespaces()].filter((name) => !before.has(name))
await until(() => boxesLeft().length === 0)
const left = boxesLeft()
const control = spawnSync('python3', [
  '-c',
  'import os; os.memfd_create("x"); print("MADE")',
]).stdout.toString()
report(
  'code-bombs',
  failed.length === 0 && before.size > 0 && left.length === 0 && control.includes('MADE'),
  `${chosen.length - failed.length} of ${chosen.length} stopped by their limit${failed.map((name) => `, not ${name}`).join('')}; ` +
    `${left.length} boxes left beside ${before.size} of the browsers; control: a memory file without a box is ${control.includes('MADE') ? 'made' : 'refused'}`,
)
