// acceptance: quick
/**
 * Where the service has a control group of version 2, the kernel ends the programs of a group that take more memory than it may have, also
 * memory that no process shows and memory of the kernel, and starts no more processes than it may have.
 * Control: the same programs in the group of the service.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { divideGroup, missingForGroups } from '#interact/box/groups.ts'
import { report } from '#test/fixtures/acceptance.ts'

const missing = missingForGroups()
const groups = missing === undefined ? divideGroup() : undefined
if (!groups) {
  process.stdout.write(`box-groups: skipped: ${missing ?? 'the group cannot be divided'}\n`)
  process.exit(0)
}

const limits = { memoryBytesMax: 64 * 1_024 ** 2, processesMax: 20 }

/** Programs in Python that print `done` when they have taken 128 MB, or started 40 processes. */
const takings: Readonly<Record<string, string>> = {
  'private memory': `
held = bytearray(128 << 20)
for at in range(0, 128 << 20, 4096): held[at] = 1`,
  'shared memory that is not mapped any more': `
held = mmap.mmap(-1, 128 << 20)
for at in range(0, 128 << 20, 4096): held[at] = 1
held.madvise(mmap.MADV_DONTNEED)`,
  'files in memory that are open and unlinked': `
held = os.memfd_create('x')
for part in range(128): os.write(held, b'x' * (1 << 20))`,
  'many processes with a little each': `
for process in range(16):
  if os.fork() == 0:
    held = bytearray(8 << 20)
    for at in range(0, 8 << 20, 4096): held[at] = 1
    time.sleep(2)
    os._exit(0)
for process in range(16):
  if os.wait()[1] != 0: raise OSError('ended')`,
  'buffers of pipes': `
pipes = [os.pipe() for count in range(128)]
for one, other in pipes:
  fcntl.fcntl(other, 1031, 1 << 20)
  os.write(other, b'x' * (1 << 20))`,
  processes: `
for process in range(40):
  if os.fork() == 0:
    time.sleep(2)
    os._exit(0)`,
}
const head = `
import fcntl, mmap, os, sys, time
sys.stdin.readline()
`

async function run(code: string, isLimited: boolean) {
  const child = spawn('/usr/bin/python3', ['-c', `${head}${code}\nprint('done')`], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const group = isLimited ? groups?.create(limits) : undefined
  group?.join(child.pid ?? 0)
  let text = ''
  child.stdout.on('data', (part: Buffer) => (text += part.toString()))
  child.stdin.end('go\n')
  const [exitCode, signal] = (await once(child, 'close')) as [number | null, string | null]
  const tookTooMuch = group?.tookTooMuch ?? false
  await group?.remove()
  return { isDone: text.includes('done'), ending: signal ?? `${exitCode}`, tookTooMuch }
}

// Waiting for a group to become empty does not keep a process alive.
const alive = setInterval(() => {}, 1_000)
const failed: string[] = []
const endings: string[] = []
for (const [name, code] of Object.entries(takings)) {
  const limited = await run(code, true)
  const control = await run(code, false)
  const isOfMemory = name !== 'processes'
  if (limited.isDone || limited.tookTooMuch !== isOfMemory || !control.isDone)
    failed.push(`${name} (control ${control.ending})`)
  endings.push(`${name}: ${limited.ending}${limited.tookTooMuch ? ', oom_kill' : ''}`)
}
clearInterval(alive)
const count = Object.keys(takings).length
report(
  'box-groups',
  failed.length === 0,
  `${count - failed.length} of ${count} ended by the kernel (${endings.join('; ')})${failed.map((name) => `; not ${name}`).join('')}; control: without a group all are done`,
)
