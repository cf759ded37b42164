/**
 * `npm test`: installs what the tests need, then runs the checks that measure time, lint, and the tests with the other quick checks.
 * Works on a bare clone, with any Node from 18 on; all steps run even when one fails.
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
  'quick acceptance checks that run alone': ['node', ['scripts/acceptance.mjs', '--quick-alone']],
  'lint and types': ['npm', ['run', '--silent', 'lint']],
  format: ['npm', ['run', '--silent', 'format']],
  'unused code': ['npm', ['run', '--silent', 'unused']],
  tests: ['node', ['scripts/unit.mjs', '--all']],
  'main thread': ['node', ['scripts/main-thread.ts']],
}

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
  const failed = []
  for (const [name, [program, args]] of Object.entries(steps)) {
    say(`\n── ${name}`)
    const startedAt = Date.now()
    const code = await run(program, args, { env })
    const seconds = Math.round((Date.now() - startedAt) / 1000)
    say(`── ${name}: ${code === 0 ? 'passed' : 'FAILED'}, ${seconds} s`)
    // A signal has ended it.
    if (code >= 129) return code
    if (code !== 0) failed.push(name)
  }
  if (failed.length > 0) say(`\nFailed: ${failed.join(', ')}.`)
  return failed.length === 0 ? 0 : 1
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
