/**
 * Checks the regular expressions of the source that are not in the list of those that were checked, and writes the list.
 * Takes up to half a minute for a new one. `--all` checks every one again.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { findFault } from '#test/fixtures/check-pattern.ts'
import { exceptions } from '#test/fixtures/pattern-exceptions.ts'
import { makeKey, sourcePatterns } from '#test/fixtures/source-patterns.ts'

const file = new URL('../test/fixtures/checked-patterns.txt', import.meta.url)
const isKept = existsSync(file) && !process.argv.includes('--all')
const known = new Set(isKept ? readFileSync(file, 'utf8').split('\n') : [])
const checked = new Set<string>()
for (const pattern of sourcePatterns().patterns) {
  const key = makeKey(pattern)
  if (checked.has(key) || exceptions[key] !== undefined) continue
  const fault = known.has(key) ? undefined : findFault(pattern.source, pattern.flags)
  if (fault === undefined) checked.add(key)
  else {
    console.error(`${pattern.at}: ${key}: ${fault}`)
    process.exitCode = 1
  }
}
const lines = [...checked].toSorted((a, b) => (a < b ? -1 : 1))
writeFileSync(file, `${lines.join('\n')}\n`)
console.log(`${checked.size} patterns checked`)
