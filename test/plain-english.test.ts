import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseSync, Visitor } from 'oxc-parser'

/** Words in comments and test names that hide a standard term, with the term to use instead. */
const discouraged: readonly (readonly [word: RegExp, instead: string])[] = [
  [/\b(?:nobody|somebody|everybody|whoever|whomever)\b/i, 'name the caller, process or user'],
  [/\btold\b/i, 'notify, report, return'],
  [/\banswers?\b(?= (?:whether|how|why|what|the|a|an|its|false|true|undefined)\b)/i, 'return'],
  [/\b(?:climb(?:s|ed|ing)?|ladders?)\b/i, 'escalate, steps'],
  [/\bkeepers?\b/i, 'node'],
  [/\b(?:gathering|gathered)\b/i, 'discovery, discovered'],
  [/\bbookkeeping\b/i, 'billing'],
  [/\b(?:fleet|staff)\b/i, 'pool'],
  [/\bannounc\w*/i, 'publish, create, print'],
  [/\bgarbage\b/i, 'malformed request'],
  [/\bforest\b/i, 'model'],
  [/\bsteady\b/i, 'normalised'],
  [/\b(?:way|ways) out\b/i, 'proxy, route'],
  [/\b(?:of )?ours\b/i, 'of the service, the control'],
  [/\bcontract sections?\b/i, 'a page of docs/api'],
  [/\bfor want of\b/i, 'without'],
  [/\b(?:lends?|lent)\b/i, 'open, lease'],
  [/\bset aside\b(?=.{0,20}credits)|\bcredits\b.{0,20}\bset aside\b/i, 'reserve'],
  [/\b(?:knock|knocks|doorstep|bell|furniture)\b/i, 'request, entry point, notifier, boilerplate'],
  [/\bmachine has died\b|\bthe dead\b/i, 'crashed process'],
]

const files = globSync(
  [
    'src/**/*.ts',
    'packages/**/*.ts',
    'web/**/*.{ts,tsx}',
    'test/**/*.ts',
    'benchmarks/**/*.ts',
    'scripts/**/*.{ts,mjs}',
  ],
  // The benchmarks may have packages of their own, and packages may be built.
  { exclude: ['**/node_modules/**', 'packages/*/dist/**'] },
)

/** Texts of comments and test names, with their positions. */
function readProse(file: string, source: string): { text: string; start: number }[] {
  const { comments, program } = parseSync(file, source)
  const found = comments.map(({ value, start }) => ({ text: value, start }))
  new Visitor({
    CallExpression: ({ callee, arguments: [title] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'test') return
      if (title?.type === 'Literal' && typeof title.value === 'string')
        found.push({ text: title.value, start: title.start })
    },
  }).visit(program)
  return found
}

test('comments and test names use standard terms', () => {
  const found = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    return readProse(file, source).flatMap(({ text, start }) => {
      const prose = text.replaceAll(/`[^`]*`/g, '')
      const line = source.slice(0, start).split('\n').length
      return discouraged.flatMap(([word, instead]) => {
        const [match] = word.exec(prose) ?? []
        return match === undefined ? [] : [`${file}:${line}: "${match}"; write: ${instead}`]
      })
    })
  })
  assert.deepEqual(found, [])
})
