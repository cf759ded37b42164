import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Site } from './sites.ts'

/** Downloads the oldest and newest version of each package and unpacks them into the folder, once. */
export function prepare(sites: readonly Site[], folder: string): void {
  for (const { source } of sites) {
    if (source.kind === 'npm') {
      for (const version of source.versions) getNpm(source.name, version, folder)
      continue
    }
    for (const name of source.packages) getDebian(name, folder)
  }
}

function getDebian(name: string, folder: string): void {
  const listed = run('apt-cache', ['madison', name])
  const versions = listed
    .split('\n')
    .map((line) => line.split('|')[1]?.trim() ?? '')
    .filter(Boolean)
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))
  for (const version of new Set([versions.at(0), versions.at(-1)])) {
    if (version === undefined) continue
    const place = join(folder, name, version.replaceAll(':', '%3a'))
    unpack(place, (into) => {
      run('apt-get', ['download', '-q', `${name}=${version}`], into)
      for (const file of readdirSync(into)) run('dpkg-deb', ['-x', join(into, file), place])
    })
  }
}

function getNpm(name: string, version: string, folder: string): void {
  const place = join(folder, name, version)
  unpack(place, (into) => {
    run('npm', ['pack', '--silent', `${name}@${version}`], into)
    for (const file of readdirSync(into)) run('tar', ['-xzf', join(into, file), '-C', place])
  })
}

function unpack(place: string, work: (into: string) => void): void {
  if (existsSync(place)) return
  mkdirSync(place, { recursive: true })
  const into = mkdtempSync(join(tmpdir(), 'weir-changes-'))
  try {
    work(into)
  } catch (error) {
    rmSync(place, { recursive: true, force: true })
    console.error(`${place} is missing: ${String(error)}`)
  } finally {
    rmSync(into, { recursive: true, force: true })
  }
}

const run = (command: string, args: readonly string[], cwd?: string) =>
  execFileSync(command, [...args], { encoding: 'utf8', ...(cwd !== undefined && { cwd }) })
