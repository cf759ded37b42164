/**
 * The version of the next release follows from CHANGELOG.md: what is under Unreleased decides it.
 *
 *     node scripts/release.ts next             prints the next version: a new major one when something was removed or changed
 *                                               incompatibly, a minor one when something was added, else a patch
 *     node scripts/release.ts prepare          writes it to package.json, the lock file and CHANGELOG.md, for a commit and a tag
 *     node scripts/release.ts notes v1.2.3     prints what CHANGELOG.md says of a version; fails when the sources have another one
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const changelogFile = join(root, 'CHANGELOG.md')

/** The sections of a changelog, newest first. */
function readSections(changelog: string): { title: string; text: string }[] {
  return changelog
    .split(/^## \[/m)
    .slice(1)
    .map((section) => {
      const [, title = ''] = /^([^\]]+)\]/.exec(section) ?? []
      return { title, text: section.slice(section.indexOf('\n') + 1).trim() }
    })
}

/** The version that follows `version` with the changes of `unreleased`. Before 1.0.0 an incompatible change is a minor version. */
export function findNextVersion(version: string, unreleased: string): string {
  const kinds = [...unreleased.matchAll(/^### (\w+)/gm)].map(([, kind]) => kind)
  if (kinds.length === 0) throw new Error('CHANGELOG.md lists no change under Unreleased.')
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  const isIncompatible = kinds.includes('Removed') || unreleased.includes('**Incompatible.**')
  if (isIncompatible && major > 0) return `${major + 1}.0.0`
  if (isIncompatible || kinds.includes('Added') || kinds.includes('Changed'))
    return `${major}.${minor + 1}.0`
  return `${major}.${minor}.${patch + 1}`
}

/** A changelog whose Unreleased section is that of `version`, below an empty one. */
export function releaseChangelog(changelog: string, version: string, date: string): string {
  return changelog.replace('## [Unreleased]', `## [Unreleased]\n\n## [${version}] - ${date}`)
}

/** What the changelog says of a version. */
export function readNotes(changelog: string, version: string): string {
  const found = readSections(changelog).find(({ title }) => title === version)
  if (!found?.text) throw new Error(`CHANGELOG.md does not describe the version ${version}.`)
  return found.text
}

const readVersion = () =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version

const nextVersion = (changelog: string) =>
  findNextVersion(readVersion(), readNotes(changelog, 'Unreleased'))

function prepare(changelog: string): string {
  const version = nextVersion(changelog)
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync(changelogFile, releaseChangelog(changelog, version, date))
  for (const name of ['package.json', 'package-lock.json']) {
    const file = JSON.parse(readFileSync(join(root, name), 'utf8')) as Versioned
    file.version = version
    const own = file.packages?.['']
    if (own) own.version = version
    writeFileSync(join(root, name), `${JSON.stringify(file, null, 2)}\n`)
  }
  return `Commit this, then: git tag v${version}`
}

interface Versioned {
  version: string
  packages?: Record<string, { version: string }>
}

function printNotes(changelog: string, tag: string): string {
  if (tag === `v${readVersion()}`) return readNotes(changelog, readVersion())
  throw new Error(`The tag ${tag} is not the version ${readVersion()} of package.json.`)
}

const commands: Readonly<Record<string, (changelog: string, tag: string) => string>> = {
  next: nextVersion,
  prepare,
  notes: printNotes,
}

if (process.argv[1] === import.meta.filename) {
  const [name = '', tag = ''] = process.argv.slice(2)
  const run = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!run) throw new Error(`The commands are ${Object.keys(commands).join(', ')}.`)
  process.stdout.write(`${run(readFileSync(changelogFile, 'utf8'), tag)}\n`)
}
