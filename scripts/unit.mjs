/**
 * Runs the tests of all modules and of the service with `node --test`, with `--all` also what only `npm test` runs: several files of a folder
 * in each process, because most of the time of a file of its own would be loading the source. See docs/decisions/0008-processes-of-tests.md.
 */
import fs from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root, run } from './set-up.mjs'

/** In the order in which they start, behind those with most of the files that take longest, so that no process works alone at the end. */
const folders = [
  { files: 'test/acceptance/*.ts', kind: 'quick', run: 'testChecks', isExtra: true },
  { files: 'test/api/**/*.test.ts' },
  // Users have either browser. These tests run with both.
  {
    files:
      '{src/browser/{render,screenshot,actions/run-actions,page-faults},test/api/rendering}.test.ts',
    env: { WEIR_TEST_BROWSER: 'packages' },
    isExtra: true,
  },
  { files: 'test/acceptance/*.ts', kind: 'quick, together' },
  { files: 'test/{,fixtures/}*.test.ts' },
  { files: '{src,packages}/**/*.test.ts' },
]
/** The files that take longest. The processes with most of them start first. */
const longest = new Set([
  'agent-crash',
  'answer-values',
  'cost-fuzzer',
  'crash-worker',
  'search-known-items',
  'standstill',
  'stops',
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
])
const filesPerProcess = 12
/** Of the processes: files take turns, more of them while processors are idle (test/fixtures/turns.ts). */
const atATime = Math.max(9, 2 * availableParallelism())
/** Against tests that never end; a busy machine takes several times as long as an idle one. */
const timeoutMs = 600_000

const folder = join(root, 'node_modules/.cache/tests')
fs.rmSync(folder, { recursive: true, force: true })
const turns = { folder: join(folder, 'turns'), always: 4, most: atATime }
fs.mkdirSync(turns.folder, { recursive: true })
const isAll = process.argv.includes('--all')
const groups = folders
  .filter(({ isExtra }) => isAll || !isExtra)
  .flatMap((part) => makeGroups(findFiles(part)).map((files) => ({ ...part, files })))
  .toSorted((a, b) => countLong(b) - countLong(a))
  .map(writeGroup)
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

/** The test files of a pattern, or the acceptance checks of a kind, which their first line says. */
function findFiles({ files, kind }) {
  const found = fs.globSync(join(root, files)).toSorted()
  const first = `// acceptance: ${kind}\n`
  return found.filter((file) => !kind || fs.readFileSync(file, 'utf8').startsWith(first))
}

/** Neighbours, which load the same modules and use the same browser, come together. */
function makeGroups(files) {
  const count = Math.ceil(files.length / filesPerProcess)
  const each = Math.ceil(files.length / count)
  return Array.from({ length: count }, (_, at) => files.slice(at * each, (at + 1) * each))
}

function countLong({ files }) {
  return files.filter((file) => longest.has(basename(file).replace(/(?:\.test)?\.ts$/, ''))).length
}

/** A program that runs some test files, whose name keeps their order. */
function writeGroup({ files, run = 'testFiles', env = {} }, index) {
  const named = files.map((file) => [relative(root, file), pathToFileURL(file).href])
  const group = pathToFileURL(join(root, 'test/file-group.ts')).href
  const path = join(folder, `${String(index).padStart(3, '0')}.test.mjs`)
  fs.writeFileSync(
    path,
    `import { ${run} } from '${group}'
Object.assign(process.env, ${JSON.stringify(env)})
${run}(${JSON.stringify(named)}, ${JSON.stringify(turns)})
`,
  )
  return path
}
