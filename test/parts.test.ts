import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')

interface Entry {
  readonly version: string
  readonly dev?: boolean
  readonly integrity?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

function readEntries(part: string): Record<string, Entry> {
  const program = `import { lockedEntries } from './scripts/parts.mjs'
    console.log(JSON.stringify(lockedEntries('${part}')))`
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: root,
      encoding: 'utf8',
    }),
  )
}

const lock: { packages: Record<string, Entry> } = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
)

for (const part of ['node', 'browser', 'ocr']) {
  test(`the part ${part} has all it depends on, as package-lock.json has it`, () => {
    const entries = readEntries(part)
    for (const [path, entry] of Object.entries(entries)) {
      assert.equal(entry.integrity, lock.packages[path]?.integrity)
      assert.ok(entry.integrity, path)
      for (const name of Object.keys(entry.dependencies ?? {}))
        assert.ok(`node_modules/${name}` in entries, `${path} needs ${name}`)
    }
  })
}

test('no part is installed with the packages of every machine', () => {
  const always = Object.keys(readEntries('ocr'))
    .concat(Object.keys(readEntries('browser')), Object.keys(readEntries('node')))
    .filter((path) => !lock.packages[path]?.dev)
  assert.deepEqual(always, [])
})

test('no workspace names a part: npm also installs what a peer may leave out', () => {
  const parts = ['browser', 'ocr'].flatMap((part) => Object.keys(readEntries(part)))
  const workspaces = Object.keys(lock.packages).filter((path) => path.startsWith('packages/'))
  assert.ok(workspaces.length >= 5)
  const named = workspaces.flatMap((path) => {
    const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
      readFileSync(join(root, path, 'package.json'), 'utf8'),
    )
    const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
    return names.filter((name) => parts.includes(`node_modules/${name}`))
  })
  assert.deepEqual(named, [])
})
