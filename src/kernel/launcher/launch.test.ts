import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { getPriority } from 'node:os'
import { test } from 'node:test'
import { niceness } from '#kernel/niceness.ts'
import { isRunning, listProcessTree, readProcessFile } from '#kernel/processes.ts'
import { until } from '#test/fixtures/until.ts'
import { launch } from './launch.ts'

const options = { skip: process.platform !== 'linux' }
const base = { env: {}, user: undefined }

const run = (script: string) =>
  launch({ ...base, command: '/bin/sh', args: ['-c', script], stdio: ['pipe', 'pipe', 'pipe'] })

async function readAll(stream: Socket | undefined): Promise<string> {
  let text = ''
  stream?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  if (stream && !stream.readableEnded) await once(stream, 'end')
  return text
}

/** The process that starts programs. */
const findLauncher = () =>
  [...listProcessTree(process.pid)].find((pid) =>
    readProcessFile(pid, 'cmdline').includes('launcher-process.ts'),
  ) ?? 0

test('a program reads and writes as if this process had started it', options, async () => {
  const program = await run('read line; echo "got $line"; echo fault >&2; exit 7')
  program.stdio[0]?.end('text\n')
  const [out, fault] = await Promise.all([readAll(program.stdio[1]), readAll(program.stdio[2])])
  assert.deepEqual([out, fault, await program.ended], ['got text\n', 'fault\n', 7])
})

test('all of a long output arrives', options, async () => {
  const program = await run('read line; head -c 20000000 /dev/zero')
  program.stdio[0]?.end('go\n')
  assert.equal((await readAll(program.stdio[1])).length, 20_000_000)
})

test('the end by a signal is returned by its number', options, async () => {
  const program = await run('kill -TERM $$')
  assert.equal(await program.ended, 128 + 15)
})

test('a program that cannot be started is a failure', options, async () => {
  const missing = launch({ ...base, command: '/no/such/program', args: [], stdio: ['pipe'] })
  await assert.rejects(missing, /ENOENT/)
})

const countFiles = () => readdirSync('/proc/self/fd').length

test('a killed program is ended with its group, and descriptors are closed', options, async () => {
  await (
    await run(':')
  ).ended
  const before = countFiles()
  const program = await run('sleep 600 & read line')
  assert.ok(countFiles() > before)
  program.kill()
  assert.equal(await program.ended, 128 + 9)
  assert.ok(await until(() => countFiles() <= before))
})

test('a listening socket is handed over, and accepts here alone', options, async () => {
  const code = `const server = require('node:net').createServer().listen(0, '127.0.0.1', () => process.send('x', server))
process.once('message', () => process.exit(0))`
  const stdio = ['ignore', 'ignore', 'ignore', 'ipc'] as const
  const env = { NODE_CHANNEL_FD: '3', NODE_CHANNEL_SERIALIZATION_MODE: 'json' }
  const args = ['-e', code]
  const program = await launch({ ...base, env, command: process.execPath, args, stdio })
  const server = await program.listener
  await program.ended
  let accepted = 0
  server.on('connection', (socket: Socket) => {
    accepted += 1
    socket.end()
  })
  const { port } = server.address() as AddressInfo
  const clients = Array.from({ length: 20 }, () => connect(port, '127.0.0.1').resume())
  await Promise.all(clients.map((client) => once(client, 'close')))
  assert.equal(accepted, 20)
  server.close()
})

test(
  'when the process that starts programs has ended, its programs end and the next is started by another',
  options,
  async () => {
    const program = await run('read line')
    process.kill(findLauncher(), 'SIGKILL')
    assert.equal(await program.ended, 128 + 9)
    assert.equal(await (await run('exit 3')).ended, 3)
    program.stdio[1]?.destroy()
    assert.ok(await until(() => !isRunning(program.pid)))
  },
)

test('a service that is killed while a program starts leaves no process', options, async () => {
  const code = `import { launch } from ${JSON.stringify(new URL('launch.ts', import.meta.url).href)}
    const stdio = ['pipe', 'pipe', 'pipe']
    void launch({ env: {}, user: undefined, command: '/bin/sh', args: ['-c', 'read line'], stdio })
    // It takes no socket from now on.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)`
  const service = spawn(process.execPath, ['--input-type=module', '--eval', code])
  const list = () => [...listProcessTree(service.pid ?? 0)]
  assert.ok(await until(() => list().length === 3))
  const started = list().slice(1)
  service.kill('SIGKILL')
  assert.ok(await until(() => !started.some(isRunning)))
})

test('a program yields to the service', options, async () => {
  const program = await run('read line')
  assert.equal(getPriority(program.pid), getPriority() + niceness)
  program.stdio[0]?.end('\n')
  await program.ended
})
