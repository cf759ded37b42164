import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { parseSync } from 'oxc-parser'

const web = join(import.meta.dirname, '../web')
/** The pages of the documentation come from docs/, and samples are code. */
const exclude = ['docs/**', 'words/**', 'pages/samples.ts']
const sources = globSync('**/*.{ts,tsx}', { cwd: web, exclude }).map((path) => ({
  path,
  text: readFileSync(join(web, path), 'utf8'),
}))

/** Attributes and properties whose texts people read, and tables such as `stateText`. */
const readNames = new Set([
  'title',
  'label',
  'aria-label',
  'placeholder',
  'alt',
  'hint',
  'text',
  'table',
])
/** Attributes and properties whose values are read by browsers. */
const otherNames = new Set([
  'class',
  'href',
  'src',
  'sandbox',
  'd',
  'viewBox',
  'autocomplete',
  'rel',
])
const hasWord = /\p{L}{2}/u
const hasWords = /\p{L}{2,},? \p{L}{2}/u
/** Programs, selectors and addresses. */
const isCode =
  /^(?:https?:|curl |Bearer |Mac OS|[{]|\w+\.|\d)|page\.goto|agent-browser|<\w+|code, input|right /

interface Node {
  readonly type: string
  readonly start: number
  readonly value?: unknown
  readonly name?: { readonly name?: string }
  readonly key?: { readonly name?: string }
  readonly id?: { readonly name?: string }
  readonly quasis?: readonly { readonly value: { readonly cooked: string } }[]
}

/** Texts of a source file that people read and that are not in `words/`. */
function literalsIn(path: string, source: string): string[] {
  const found: string[] = []
  const visit = (node: unknown, name: string): void => {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) return node.forEach((one) => visit(one, name))
    const { type = '', value, quasis, ...rest } = node as Partial<Node>
    // Comparisons are with names of states.
    if (type === 'BinaryExpression' && 'operator' in node && node.operator !== '+') return
    if (type.startsWith('Import') || type.startsWith('TS')) {
      if ('expression' in node) visit(node.expression, name)
      return
    }
    const key = type === 'JSXAttribute' ? rest.name?.name : rest.key?.name
    const isTable = type === 'VariableDeclarator' && /Text$|^states$/.test(rest.id?.name ?? '')
    const own = isTable || name === 'table' ? 'table' : (key ?? name)
    if (otherNames.has(own)) return
    const text = quasis ? quasis.map(({ value: part }) => part.cooked).join(' ') : value
    const isText = type === 'JSXText' || type === 'Literal' || type === 'TemplateLiteral'
    if (isText && typeof text === 'string') {
      const wanted = type === 'JSXText' || readNames.has(own) ? hasWord : hasWords
      if (wanted.test(text) && !isCode.test(text.trim())) found.push(`${path}: ${text.trim()}`)
    }
    for (const child of Object.values(node)) visit(child, own)
  }
  visit(parseSync(path, source).program.body, '')
  return found
}

test('texts of the console are in words/', () => {
  assert.deepEqual(
    sources.flatMap(({ path, text }) => literalsIn(path, text)),
    [],
  )
})

test('a text in a page is found', () => {
  const planted = [
    '<p>Jobs</p>',
    '<p>{count} jobs</p>',
    '<p>{isOn ? "It is on" : ""}</p>',
    '<Tabs label="Parts" />',
    '<Tabs label={`Parts of ${name}`} />',
    '[{ title: "Started" }]',
    'run("This did not work.")',
    '() => { const stateText = { done: "ended" } }',
    'names as readonly string[] ?? "no names yet"',
  ]
  for (const code of planted) assert.equal(literalsIn('a.tsx', `x(${code})`).length, 1, code)
  const fine = ['<p class="a b">{words.jobs}</p>', '<a href="/console/jobs" />', 'go("jobs")']
  for (const code of fine) assert.deepEqual(literalsIn('a.tsx', `x(${code})`), [], code)
})

test('every text in words/ is used', () => {
  const used = new Set<string>()
  for (const { path, text } of sources) {
    for (const [, name = '', from = ''] of text.matchAll(
      /import \* as (\w+) from '([^']+\/words\/en\/[^']+)'/g,
    )) {
      const file = resolve(join(web, path), '..', from)
      for (const [, key] of text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g')))
        used.add(`${file} ${key}`)
    }
  }
  const unused = globSync('words/en/*.ts', { cwd: web }).flatMap((path) => {
    const file = join(web, path)
    const keys = readFileSync(file, 'utf8').matchAll(/^export const (\w+)/gm)
    return [...keys].map(([, key]) => `${file} ${key}`).filter((name) => !used.has(name))
  })
  assert.deepEqual(unused, [])
})

/** The words of a key: `emptyTitle` is the title of the part that is shown when nothing is there. */
const splitKey = (key: string) => key.match(/^[a-z]+|[A-Z][a-z]*/g) ?? []

const reduceToLetters = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '')

/** Keys that name no place: part of the page, then what the text is there. */
function misnamedIn(source: string): string[] {
  const keys = source.matchAll(/^export const (\w+) =\s(?:\([^)]*\) =>)?\s*['`](.*)['`]/gm)
  return [...keys].flatMap(([, key = '', text = '']) => {
    const words = splitKey(key).length
    const repeats = reduceToLetters(text).startsWith(reduceToLetters(key))
    return words < 2 || words > 4 || repeats ? [key] : []
  })
}

test('keys in words/ name the place of a text, not its beginning', () => {
  const exclude = ['**/counts.ts']
  const misnamed = globSync('words/en/*.ts', { cwd: web, exclude }).flatMap((path) =>
    misnamedIn(readFileSync(join(web, path), 'utf8')).map((key) => `${path}: ${key}`),
  )
  assert.deepEqual(misnamed, [])
  const planted = [
    `export const jobs = 'Jobs'`,
    `export const aCrawlReadsA =\n  'A crawl reads a site'`,
    'export const pagesOf = (pages: Part) => `Pages of ${pages}`',
  ]
  for (const source of planted) assert.equal(misnamedIn(source).length, 1, source)
  assert.deepEqual(misnamedIn(`export const emptyTitle = 'No jobs'`), [])
})
