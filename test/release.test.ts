import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findNextVersion, readNotes, releaseChangelog } from '#scripts/release.ts'

const root = join(import.meta.dirname, '..')
const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
const { scripts, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

test('the next version follows from the kinds of changes', () => {
  assert.equal(findNextVersion('1.4.2', '### Fixed\n\n- A fault.'), '1.4.3')
  assert.equal(findNextVersion('1.4.2', '### Fixed\n\n### Added\n\n- A format.'), '1.5.0')
  assert.equal(findNextVersion('1.4.2', '### Removed\n\n- A format.'), '2.0.0')
  assert.equal(findNextVersion('1.4.2', '### Changed\n\n- **Incompatible.** A format.'), '2.0.0')
  assert.equal(findNextVersion('0.4.2', '### Removed\n\n- A format.'), '0.5.0')
  assert.throws(() => findNextVersion('1.4.2', ''), /no change under Unreleased/)
})

test('the section of a release holds what was unreleased', () => {
  const unreleased = readNotes(changelog, 'Unreleased')
  const released = releaseChangelog(changelog, '9.8.7', '2030-01-02')
  assert.match(released, /^## \[Unreleased\]\n\n## \[9\.8\.7\] - 2030-01-02\n\n### /m)
  assert.equal(readNotes(released, '9.8.7'), unreleased)
  assert.throws(() => readNotes(released, 'Unreleased'), /does not describe/)
  assert.match(findNextVersion(version, unreleased), /^\d+\.\d+\.\d+$/)
})

const workflows = globSync('.github/workflows/*.yml', { cwd: root })

test('workflows run what the repository has, with no more rights than they need', () => {
  assert.deepEqual(workflows.toSorted(), [
    '.github/workflows/release.yml',
    '.github/workflows/test.yml',
  ])
  for (const path of workflows) {
    const text = readFileSync(join(root, path), 'utf8')
    assert.match(text, /^permissions:\n {2}contents: read$/m, path)
    for (const [, name = ''] of text.matchAll(/npm run ([\w:-]+)/g))
      assert.ok(name in scripts, name)
    for (const [, file = ''] of text.matchAll(/node (scripts\/\S+)/g))
      assert.ok(globSync(file, { cwd: root }).length === 1, file)
    for (const [, name = ''] of text.matchAll(/npm run acceptance -- (\S+)/g))
      assert.ok(globSync(`test/acceptance/${name}.ts`, { cwd: root }).length === 1, name)
    // Of an expression in a command anybody could write the text.
    const commands = [...text.matchAll(/run: (.*)$/gm)].map(([, command = '']) => command)
    assert.deepEqual(
      commands.filter((command) => /\$\{\{ *github/.test(command)),
      [],
    )
    const jobs = text.slice(text.indexOf('\njobs:')).match(/^ {2}\w+:$/gm) ?? []
    const limits = text.match(/^ {4}timeout-minutes: \d+$/gm) ?? []
    const calls = text.match(/^ {4}uses: \.\/\.github/gm) ?? []
    assert.equal(limits.length + calls.length, jobs.length, path)
  }
})

test('a release has images for two platforms with their parts and provenance', () => {
  const text = readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')
  assert.match(text, /platforms: linux\/amd64,linux\/arm64/)
  assert.match(text, /sbom: true\n\s+provenance: mode=max/)
  assert.match(text, /npm publish --provenance/)
})
