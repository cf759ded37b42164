/**
 * Runs the tests of all modules and of the service, and the acceptance checks that need no process of their own, with `node --test`: several
 * files of a folder in each process, because most of the time of a file of its own would be loading the source. See docs/decisions/0008-processes-of-tests.md.
 */
import fs from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, run } from './set-up.mjs'

/** In the order in which they start: what takes longest first, so that no process works alone at the end. */
const folders = [
  'test/api/**/*.test.ts',
  'test/acceptance/*.ts',
  'test/{,fixtures/}*.test.ts',
  '{src,packages}/**/*.test.ts',
]
/** The files that take longest. The processes with most of them start first. */
const longest = [
  'readme',
  'task-guides',
  'interact-bound',
  'console-versions',
  'console-tasks',
  'cli-start',
  'console-controls',
  'python-sdk',
  'console-monitors',
  'console-links',
  'docs-site',
  'rendering',
  'console-pages',
  'console-flows',
  'console-sessions',
  'console-work',
  'interact',
  'console-settings',
  'backup',
  'interact-tools',
].map((name) => `/${name}.test.ts`)
const filesPerProcess = 12
const atATime = 4
/** Against tests that never end; a busy machine takes several times as long as an idle one. */
const timeoutMs = 600_000

const folder = join(root, 'node_modules/.cache/tests')
fs.rmSync(folder, { recursive: true, force: true })
fs.mkdirSync(folder, { recursive: true })
const groups = folders
  .flatMap((files) => makeGroups(fs.globSync(join(root, files)).filter(isTest).toSorted()))
  .map((files, index) => writeGroup(files, index))
const options = [
  `--test-concurrency=${atATime}`,
  `--test-timeout=${timeoutMs}`,
  `--test-global-setup=${join(root, 'test/global-setup.ts')}`,
]
const env = { ...process.env, ACCEPTANCE: 'quick' }
process.exitCode = await run(process.execPath, ['--test', ...options, ...groups], {
  cwd: root,
  env,
})

/** Acceptance checks are tests when they need no process of their own. */
function isTest(file) {
  const isCheck = !file.endsWith('.test.ts')
  return !isCheck || fs.readFileSync(file, 'utf8').startsWith('// acceptance: quick, together\n')
}

/** Neighbours, which load the same modules and use the same browser, come together. */
function makeGroups(files) {
  const count = Math.ceil(files.length / filesPerProcess)
  const each = Math.ceil(files.length / count)
  return Array.from({ length: count }, (_, at) => files.slice(at * each, (at + 1) * each)).toSorted(
    (a, b) => b.filter(isLong).length - a.filter(isLong).length,
  )
}

function isLong(file) {
  return longest.some((end) => file.endsWith(end))
}

/** A program that runs some test files, whose name keeps their order. */
function writeGroup(files, index) {
  const named = files.map((file) => [relative(root, file), pathToFileURL(file).href])
  const group = pathToFileURL(join(root, 'test/file-group.ts')).href
  const path = join(folder, `${String(index).padStart(3, '0')}.test.mjs`)
  fs.writeFileSync(
    path,
    `import { testFiles } from '${group}'\ntestFiles(${JSON.stringify(named)})\n`,
  )
  return path
}
