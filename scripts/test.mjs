/**
 * `npm test`: installs what the tests need, then runs lint, the quick acceptance checks and the tests.
 * Works on a bare clone, with any Node from 18 on; all steps run even when one fails. Those that measure time run alone; then lint and
 * the tests run beside the other checks, because both often wait.
 */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { provideNode } from './parts.mjs'
import { installPackages, root, run, say } from './set-up.mjs'
import { makeTemporaryFolder } from './temporary-folder.mjs'

/** Programs that tests start, and the Debian package of each. */
const debianPackages = {
  bwrap: 'bubblewrap',
  chromium: 'chromium',
  'chromium-headless-shell': 'chromium-headless-shell',
  faketime: 'faketime',
  ip: 'iproute2',
  strace: 'strace',
  unshare: 'util-linux',
}

/** A file system in memory, which Linux has, and its type. */
const memory = { path: '/dev/shm', type: 0x01021994, bytesMin: 6 * 1024 ** 3 }

const steps = {
  first: {
    'quick acceptance checks that run alone': ['node', ['scripts/acceptance.mjs', '--quick-alone']],
  },
  main: {
    'lint and types': ['npm', ['run', '--silent', 'lint']],
    format: ['npm', ['run', '--silent', 'format']],
    'unused code': ['npm', ['run', '--silent', 'unused']],
    tests: ['npm', ['run', '--silent', 'unit']],
  },
  beside: {
    'quick acceptance checks': ['node', ['scripts/acceptance.mjs', '--quick-beside']],
    'tests with the browser of the packages': ['npm', ['run', '--silent', 'unit:packaged']],
  },
  last: { 'main thread': ['node', ['scripts/main-thread.ts']] },
}

let isInterrupted = false

try {
  await installPackages({ development: true })
  await installDebianPackages()
  const folder = makeTemporaryFolder(temporaryParent())
  try {
    process.exitCode = await runSteps(folder)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
} catch (error) {
  say(error.message)
  process.exitCode = 1
}

/**
 * Where the tests make and delete some hundred thousand temporary files (databases, profiles of browsers): in memory if there is enough,
 * because that takes a fraction of the time of a disk.
 */
function temporaryParent() {
  return hasRoomInMemory() ? memory.path : tmpdir()
}

function hasRoomInMemory() {
  // Node 18.15 is the first with this function.
  if (process.platform !== 'linux' || !fs.statfsSync || !fs.existsSync(memory.path)) return false
  const { type, bavail, bsize } = fs.statfsSync(memory.path)
  return type === memory.type && Math.min(bavail * bsize, freemem()) >= memory.bytesMin
}

async function runSteps(temporaryFolder) {
  // The packaged Node is first in PATH, so that tools and scripts run with the tested version.
  const path = [
    dirname(await provideNode()),
    join(root, 'node_modules/.bin'),
    process.env.PATH,
  ].join(delimiter)
  const env = {
    ...process.env,
    PATH: path,
    TMPDIR: temporaryFolder,
    TEST_MAIN_THREAD: join(temporaryFolder, 'main-thread'),
  }
  const results = [
    ...(await runInOrder(steps.first, { env })),
    ...(
      await Promise.all([
        runInOrder(steps.main, { env }),
        runInOrder(steps.beside, { env, output: join(temporaryFolder, 'output') }),
      ])
    ).flat(),
    ...(await runInOrder(steps.last, { env })),
  ]
  const interrupted = results.find(({ code }) => code >= 129)
  if (interrupted) return interrupted.code
  const failed = results.filter(({ code }) => code !== 0)
  for (const { text } of failed) if (text) say(text)
  if (failed.length > 0) say(`\nFailed: ${failed.map(({ name }) => name).join(', ')}.`)
  return failed.length === 0 ? 0 : 1
}

/**
 * With the name of a file in `output`, what a step prints is shown when it has ended, so that it does not mix with that of others, and
 * what a failed one prints at the end of all, where it is found.
 */
async function runInOrder(all, { env, output }) {
  const results = []
  for (const [name, [program, args]] of Object.entries(all)) {
    if (isInterrupted) break
    if (output === undefined) say(`\n── ${name}`)
    const startedAt = Date.now()
    const file = output === undefined ? 'inherit' : fs.openSync(output, 'w')
    const code = await run(program, args, { env, stdio: ['inherit', file, file] })
    let text
    if (output !== undefined) {
      fs.closeSync(file)
      text = `\n── ${name}\n${fs.readFileSync(output, 'utf8')}`
      if (code === 0) say(text)
    }
    isInterrupted ||= code >= 129
    results.push({ name, code, text })
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    say(`── ${name}: ${code === 0 ? 'passed' : 'FAILED'}, ${seconds} s`)
  }
  return results
}

/** Tests that need a missing program are skipped with a message; only root can install these. */
async function installDebianPackages() {
  const missing = Object.entries(debianPackages).filter(([program]) => !isOnPath(program))
  if (missing.length === 0) return
  const names = missing.map(([, name]) => name).join(' ')
  if (process.getuid?.() !== 0 || !isOnPath('apt-get')) {
    say(`Some tests need Debian packages that are missing: apt-get install ${names}`)
    return
  }
  say(`Installing ${names} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env }
  await run('apt-get', ['update', '-qq'], quiet)
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...names.split(' ')]
  if ((await run('apt-get', install, quiet)) !== 0) say(`${names} could not be installed.`)
}

function isOnPath(program) {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0
}
