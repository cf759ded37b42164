import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { consoleLanguages } from '#features/console/languages.ts'

const words = join(import.meta.dirname, '../web/words')
type Words = Readonly<Record<string, unknown>>

const listFiles = (language: string) =>
  globSync(`${language}/*.ts`, { cwd: words })
    .map((path) => basename(path))
    .toSorted()
const load = async (language: string, file: string) =>
  (await import(join(words, language, file))) as Words

/** Numbers above one, whose plurals are alike in each language; the texts of a function show them in any order. */
const values = [61_507, 61_508, 61_509] as const

/** What a text is filled with. */
function describeShape(value: unknown): string {
  if (typeof value === 'string')
    return ['text', ...(value.match(/\{\w+\}/g) ?? []).toSorted()].join(' ')
  if (Array.isArray(value)) return 'list'
  if (typeof value !== 'function') return typeof value
  const text = String(value(...values.slice(0, value.length)))
  const digits = text.replaceAll(/\D/g, '')
  return `${value.length}: ${values.map((number) => digits.split(String(number)).length - 1).join()}`
}

async function compare(language: string): Promise<string[]> {
  const differences: string[] = []
  for (const file of listFiles('en')) {
    const [english, other] = [await load('en', file), await load(language, file)]
    const keys = new Set([...Object.keys(english), ...Object.keys(other)])
    for (const key of keys) {
      const [expected, found] = [describeShape(english[key]), describeShape(other[key])]
      if (expected !== found) differences.push(`${language} ${file} ${key}: ${found}, ${expected}`)
    }
  }
  return differences
}

test('each language has the files, keys and placeholders of English', async () => {
  for (const language of consoleLanguages) {
    assert.deepEqual(listFiles(language), listFiles('en'), language)
    assert.deepEqual(await compare(language), [])
  }
})

const twice = (a: number, b: number) => `${a} of ${b}`

test('a language that lacks a key or a placeholder is found', () => {
  assert.notEqual(
    describeShape(twice),
    describeShape((a: number, _b: number) => `${a} of all`),
  )
  assert.notEqual(describeShape('text'), describeShape(undefined))
  assert.notEqual(describeShape('{a} of {b}'), describeShape('{a} of all'))
  assert.equal(describeShape('{a} of {b}'), describeShape('{b} / {a}'))
  assert.equal(
    describeShape(twice),
    describeShape((a: number, b: number) => `${b} / ${a}`),
  )
})

test('texts are translated: few are those of English', async () => {
  for (const language of consoleLanguages.filter((one) => one !== 'en')) {
    let [same, all] = [0, 0]
    for (const file of listFiles('en')) {
      const [english, other] = [await load('en', file), await load(language, file)]
      for (const [key, text] of Object.entries(english)) {
        if (typeof text !== 'string' || !text.includes(' ')) continue
        all += 1
        if (other[key] === text) same += 1
      }
    }
    assert.ok(same / all < 0.03, `${language}: ${same} of ${all}`)
  }
})
