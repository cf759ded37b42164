// acceptance: quick
/**
 * A program of a session takes no more memory, files, sockets and objects of the kernel than its box may have, also in ways that no
 * process or folder shows. Control: the same programs outside a box.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { report } from '#test/fixtures/acceptance.ts'
import { missingForSessions, startBoxedSession } from '#test/fixtures/boxed-session.ts'

const python = '/usr/bin/python3'
const missing =
  (await missingForSessions()) ?? (existsSync(python) ? undefined : `${python} is missing`)
if (missing !== undefined) {
  process.stdout.write(`box-limits: skipped: ${missing}\n`)
  process.exit(0)
}

/** A program in Python that prints, again and again, how much it has. */
interface Taking {
  readonly code: string
  /** The most that it may print in the box. The control must print more. */
  readonly max: number
  /** Where it makes no sense, or would take too much of this machine. */
  readonly isWithoutControl?: true
}

const unlinked = (folder: string, max: number): Taking => ({
  max,
  code: `
block = b'x' * (1 << 20)
held, files = 0, []
while held < 300:
  file = os.open('${folder}/f%d' % os.getpid(), os.O_CREAT | os.O_WRONLY)
  files.append(file)
  os.unlink('${folder}/f%d' % os.getpid())
  for part in range(32):
    os.write(file, block)
    held += 1
    print(held, flush=True)`,
})

const empty = (folder: string, max: number): Taking => ({
  max,
  code: `
os.mkdir('${folder}/empty')
try:
  for count in range(25000):
    os.close(os.open('${folder}/empty/%d' % count, os.O_CREAT | os.O_WRONLY))
    if count % 500 == 0: print(count, flush=True)
finally:
  import shutil
  shutil.rmtree('${folder}/empty')`,
})

/** Memory that is left without being mapped in any process. */
const shared = (open: string, max: number): Taking => ({
  max,
  code: `
maps = []
for held in range(0, 128, 16):
  memory = ${open}
  maps.append(memory)
  for at in range(0, 16 << 20, 4096): memory[at] = 1
  memory.madvise(mmap.MADV_DONTNEED)
  print(held + 16, flush=True)`,
})

const takings: Readonly<Record<string, Taking>> = {
  'unlinked files in /session': unlinked('/session', 256),
  'unlinked files in /tmp': unlinked('/tmp', 64),
  'unlinked files in /dev/shm': unlinked('/dev/shm', 16),
  'empty files in /tmp': empty('/tmp', 4_096),
  'empty files in /session': empty('/session', 20_000),
  'shared memory': shared('mmap.mmap(-1, 16 << 20)', 0),
  'shared memory of /dev/zero': shared("mmap.mmap(os.open('/dev/zero', os.O_RDWR), 16 << 20)", 0),
  'memory files': shared('mmap.mmap(grown(os.memfd_create("x")), 16 << 20)', 0),
  'segments of System V': {
    max: 0,
    code: `
if c.shmget(0, 16 << 20, 0o1600) < 0: raise OSError(ctypes.get_errno())
print(16, flush=True)`,
  },
  'pages in pipes': {
    max: 0,
    code: `
class Part(ctypes.Structure): _fields_ = [('base', ctypes.c_void_p), ('bytes', ctypes.c_size_t)]
memory = mmap.mmap(-1, 4096, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
memory[0] = 1
part = Part(ctypes.addressof(ctypes.c_char.from_buffer(memory)), 4096)
if c.vmsplice(os.pipe()[1], ctypes.byref(part), 1, 0) < 0: raise OSError(ctypes.get_errno())
print(4096, flush=True)`,
  },
  'page tables': {
    max: 1_400,
    isWithoutControl: true,
    code: `
step = 2 << 20
memory = mmap.mmap(-1, step * 400000, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000, prot=mmap.PROT_READ)
for count in range(400000):
  memory[count * step]
  if count % 2560 == 0: print(count // 256, flush=True)`,
  },
  'buffers of sockets': {
    max: 2_860,
    code: `
import socket
held = 0
for process in range(14):
  ready, done = os.pipe()
  if os.fork() == 0:
    pairs = [socket.socketpair() for count in range(110)]
    for one, other in pairs: one.send(b'x' * 4096)
    os.write(done, b'x')
    time.sleep(4)
    os._exit(0)
  os.read(ready, 1)
  held += 220
  print(held, flush=True)
  time.sleep(0.2)`,
  },
  'contexts for asynchronous files': {
    max: 0,
    code: `
context = ctypes.c_ulong(0)
if c.syscall(206, 128, ctypes.byref(context)) < 0: raise OSError(ctypes.get_errno())
print(128, flush=True)`,
  },
  'watchers of files': {
    max: 6,
    code: `
for count in range(20):
  if c.inotify_init() < 0: raise OSError(ctypes.get_errno())
  print(count + 1, flush=True)`,
  },
  'connections to the browser': {
    max: 64,
    isWithoutControl: true,
    code: `
import socket
held = []
for count in range(300):
  held.append(socket.create_connection(('127.0.0.1', 9222)))
  held[-1].settimeout(0.2)
  try:
    if held[-1].recv(1) == b'': break
  except TimeoutError: print(count + 1, flush=True)
  if count == 0: held[0].settimeout(0.01)`,
  },
}

const head = `
import ctypes, mmap, os, time
c = ctypes.CDLL(None, use_errno=True)
def grown(file):
  os.ftruncate(file, 16 << 20)
  return file
`
/** The last number that was printed. */
const readLast = (stdout: string) => Number(stdout.trim().split('\n').at(-1))

const failed: string[] = []
await using session = await startBoxedSession()
await using neighbour = await startBoxedSession()
for (const [name, { code, max, isWithoutControl }] of Object.entries(takings)) {
  const program = `${head}${code}`
  const boxed = await session.execute({
    code: `${python} - <<'END'\n${program}\nEND`,
    language: 'bash',
    timeoutMs: 60_000,
  })
  const got = readLast(boxed.stdout)
  const isRefused = boxed.exitCode !== 0 || boxed.killed !== undefined
  if (got > max || (!isRefused && !isWithoutControl))
    failed.push(`${name} (${got} of ${max}; ${boxed.killed ?? boxed.stderr.slice(-80)})`)
  const alive = await neighbour.execute({ code: 'echo alive', language: 'bash', timeoutMs: 20_000 })
  if (alive.stdout !== 'alive\n') failed.push(`${name}: another session does not work`)
  if (isWithoutControl) continue
  // Not /session, which this machine does not have.
  const outside = program.replaceAll('/session', '/tmp')
  const control = spawnSync(python, ['-'], { input: outside, timeout: 60_000 })
  if (readLast(control.stdout.toString()) <= max)
    failed.push(`${name}: the control took ${control.stdout.toString().slice(-20)}`)
}
const count = Object.keys(takings).length
report(
  'box-limits',
  failed.length === 0,
  `${count - failed.length} of ${count} kept within the limits of a box${failed.map((name) => `; not ${name}`).join('')}; control: the same programs outside take more`,
)
