import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseSync } from 'oxc-parser'

/** Words in comments that hide a standard term, with the term to use instead. */
const discouraged: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\b(?:nobody|somebody|whoever|whomever)\b/i, 'name the caller, process or user'],
  [/\btold\b/i, 'notify, report, return'],
  [/\banswers?\b(?= (?:whether|how|why|what|the|a|an|its|false|true|undefined)\b)/i, 'return'],
  [/\bkeepers?\b/i, 'node'],
  [/\b(?:gathering|gathered)\b/i, 'discovery, discovered'],
  [/\bbookkeeping\b/i, 'billing'],
  [/\bfleet\b/i, 'pool'],
  [/\bgarbage\b/i, 'malformed request'],
  [/\bforest\b/i, 'model'],
  [/\bsteady\b/i, 'normalised'],
  [/\b(?:way|ways) out\b/i, 'proxy, route'],
  [/\bof ours\b/i, 'of the service'],
  [/\bcontract sections?\b/i, 'a page of docs/api'],
  [/\bfor want of\b/i, 'without'],
]

const files = globSync('src/**/*.ts')

test('comments use standard terms', () => {
  const found = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    return parseSync(file, source).comments.flatMap(({ value, start }) => {
      const prose = value.replaceAll(/`[^`]*`/g, '')
      const line = source.slice(0, start).split('\n').length
      return discouraged.flatMap(([word, instead]) => {
        const [match] = word.exec(prose) ?? []
        return match === undefined ? [] : [`${file}:${line}: "${match}"; write: ${instead}`]
      })
    })
  })
  assert.deepEqual(found, [])
})
