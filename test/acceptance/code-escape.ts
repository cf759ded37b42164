// acceptance: quick
/**
 * A program of a tenant leaves its box in none of the known ways, and each attempt fails for the reason that is meant to stop it.
 * Control: the same attempts that cannot harm this machine, without a box.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createNetServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Language } from '#interact/language.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { missingForSessions, startBoxedSession } from '#test/fixtures/boxed-session.ts'

const missing = await missingForSessions()
if (missing !== undefined) {
  process.stdout.write(`code-escape: skipped: ${missing}\n`)
  process.exit(0)
}

let hits = 0
const site = createServer((_request, response) => {
  hits++
  response.end('CANARY')
})
site.listen(0, '127.0.0.1')
await once(site, 'listening')
const { port } = site.address() as AddressInfo
const abstract = createNetServer((socket) => {
  hits++
  socket.end('CANARY')
})
const abstractName = `weir-canary-${process.pid}`
abstract.listen(`\0${abstractName}`)
await once(abstract, 'listening')

const folder = mkdtempSync(join(tmpdir(), 'canary-'))
chmodSync(folder, 0o755)
const secret = join(folder, 'secret.txt')
writeFileSync(secret, 'CANARY', { mode: 0o644 })

interface Attempt {
  readonly language: Language | 'python-alone'
  readonly code: string
  /** What the box prints when it stops the attempt. */
  readonly refusal: RegExp
  /** Also run without a box: it harms nothing. */
  readonly isControl?: true
}

const bash = (code: string, refusal: RegExp): Attempt => ({ language: 'bash', code, refusal })
const node = (code: string, refusal: RegExp): Attempt => ({ language: 'node', code, refusal })
/** Through bash: Python without Playwright is part of the system. */
const python = (code: string, refusal: RegExp): Attempt => ({
  language: 'bash',
  code: `command -v python3 >/dev/null || { echo NO-PYTHON; exit; }\npython3 - <<'END'\n${code}\nEND`,
  refusal,
})
const control = (attempt: Attempt): Attempt => ({ ...attempt, isControl: true })

const noFile = /No such file|ENOENT/
const syscall = (numbers: string) => `import ctypes
libc = ctypes.CDLL(None, use_errno=True)
for n in (${numbers}):
  r = libc.syscall(n, 0, 0, 0, 0, 0)
  e = ctypes.get_errno()
  print('CANARY' if r >= 0 or e != 1 else 'errno 1', n, e)`
const family = (number: number, type: number) =>
  `import socket\ntry:\n  socket.socket(${number}, ${type})\n  print('CANARY')\nexcept OSError as e: print('errno', e.errno)`

const attempts: Readonly<Record<string, Attempt>> = {
  'file of the host': control(bash(`cat ${secret}`, noFile)),
  'password file': bash('cat /etc/shadow /etc/passwd | grep root: && echo CANARY', noFile),
  'root of process 1': bash(`cat /proc/1/root${secret}`, noFile),
  'file by node': control(
    node(`require('node:fs').readFileSync(${JSON.stringify(secret)}, 'utf8')`, noFile),
  ),
  'other sessions': control(
    bash(`ls -d ${tmpdir()}/canary-* && echo CANARY || ls /tmp`, /^(?!.*CANARY)/s),
  ),
  environment: control(
    bash(
      'tr "\\0" "\\n" < /proc/self/environ | grep WEIR_CANARY && echo CANARY || echo no such',
      /no such/,
    ),
  ),
  'program files': bash(
    'echo CANARY > /tools/run-node.mjs && cat /tools/run-node.mjs',
    /Read-only/,
  ),
  'system files': bash('echo CANARY > /usr/bin/x && cat /usr/bin/x', /Read-only/),
  'root folder': bash('echo CANARY > /x && cat /x', /Read-only/),
  'loopback of the host': control(
    bash(
      `exec 3<>/dev/tcp/127.0.0.1/${port} && printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3 && cat <&3`,
      /refused/,
    ),
  ),
  'loopback by node': control(
    node(
      `await fetch('http://127.0.0.1:${port}/').then((r) => r.text(), (e) => e.cause.code)`,
      /ECONNREFUSED/,
    ),
  ),
  'public address': bash('exec 3<>/dev/tcp/192.0.2.1/80 && echo CANARY', /unreachable/),
  'host name': node(
    `await require('node:dns').promises.lookup('example.com'); 'CANARY'`,
    /EAI_AGAIN|ENOTFOUND/,
  ),
  'abstract socket': control(
    python(
      `import socket\ns = socket.socket(socket.AF_UNIX)\ns.connect('\\0${abstractName}')\nprint(s.recv(99))`,
      /ConnectionRefusedError/,
    ),
  ),
  vsock: python(family(40, 1), /errno 97/),
  netlink: control(python(family(16, 3), /errno 97/)),
  'packet socket': python(family(17, 3), /errno 97/),
  'kernel cryptography': control(python(family(38, 5), /errno 97/)),
  'processes of others': control(
    bash(
      'ls -d /proc/[0-9]* | wc -l | { read n; [ "$n" -gt 15 ] && echo CANARY || echo few; }',
      /few/,
    ),
  ),
  'kill the service': bash(`kill -9 ${process.pid} && echo CANARY`, /No such process/),
  ptrace: python(
    `import ctypes, os, time
libc = ctypes.CDLL(None, use_errno=True)
pid = os.fork()
if pid == 0:
  time.sleep(2)
  os._exit(0)
print('CANARY' if libc.ptrace(16, pid, 0, 0) == 0 else f'errno {ctypes.get_errno()}')`,
    /errno 1\b/,
  ),
  'user namespace': bash('unshare -Ur true && echo CANARY', /Operation not permitted/),
  mount: bash(
    'mount -t tmpfs x /tmp && echo CANARY',
    /permission denied|must be superuser|not permitted/i,
  ),
  'kernel interfaces': python(
    syscall('425, 321, 250, 248, 323, 272, 308, 319, 29'),
    /^(?!.*CANARY).*errno 1/s,
  ),
  'raised limits': bash('ulimit -u unlimited && echo CANARY', /cannot modify|not permitted/i),
  'device nodes': bash('mknod /tmp/m c 1 1 && echo CANARY', /not permitted/),
  sysfs: control(bash('ls /sys/class && echo CANARY', noFile)),
  'terminal injection': python(
    `import fcntl, os, termios\ntry:\n  fcntl.ioctl(os.open('/dev/tty', os.O_RDWR), termios.TIOCSTI, b'x')\n  print('CANARY')\nexcept OSError as e: print('errno', e.errno)`,
    /errno (6|25|5|1)\b/,
  ),
  'inherited descriptors': bash(
    'for f in /proc/self/fd/*; do readlink $f; done | grep -vE "^(pipe|socket):|/dev/null|^/proc/" && echo CANARY || echo none',
    /none/,
  ),
}

/** What an attempt prints without a box. */
async function unboxed({ language, code }: Attempt): Promise<string> {
  const command =
    language === 'bash'
      ? ['bash', '-s']
      : [
          process.execPath,
          '--input-type=commonjs',
          '--eval',
          `(async () => console.log(${code}))()`,
        ]
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    env: { PATH: '/usr/bin:/bin', WEIR_CANARY: 'CANARY' },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stdin.on('error', () => {})
  child.stdin.end(code)
  await once(child, 'close')
  return text
}

await using session = await startBoxedSession()
process.env['WEIR_CANARY'] = 'CANARY'
const escaped: string[] = []
const unclear: string[] = []
const controls: string[] = []
let reached = 0
for (const [name, attempt] of Object.entries(attempts)) {
  if (attempt.isControl) {
    controls.push(name)
    if ((await unboxed(attempt)).includes('CANARY')) reached++
  }
  const before = hits
  const { code } = attempt
  const language = attempt.language === 'node' ? 'node' : 'bash'
  const { stdout, stderr, result } = await session.execute({ code, language, timeoutMs: 120_000 })
  const printed = `${stdout}\n${result}`
  if (hits > before || printed.includes('CANARY')) escaped.push(name)
  const all = `${printed}\n${stderr}`
  if (!attempt.refusal.test(all) && !all.includes('NO-PYTHON'))
    unclear.push(`${name}: ${all.trim().slice(0, 200)}`)
}
const alive = await session.execute({
  code: `await page.title(); 'alive'`,
  language: 'node',
  timeoutMs: 120_000,
})
for (const server of [site, abstract]) server.close()
rmSync(folder, { recursive: true })

const total = Object.keys(attempts).length
report(
  'code-escape',
  escaped.length === 0 &&
    unclear.length === 0 &&
    reached >= controls.length - 3 &&
    alive.result === 'alive',
  `${escaped.length} of ${total} escapes${escaped.map((name) => `, ${name}`).join('')}; ` +
    `${total - unclear.length} refused for the right reason${unclear.map((text) => `, ${text}`).join('')}; ` +
    `the session works afterwards: ${alive.result === 'alive'}; control without a box ${reached} of ${controls.length}`,
)
