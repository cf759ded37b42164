import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseSync, Visitor } from 'oxc-parser'

const root = join(import.meta.dirname, '..')
const sources = globSync('{src,packages/*/src}/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })

test('the name of every error ends in Error', () => {
  const others = sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/class (\w+) extends (\w*)/g)]
      .filter(([, name = '', parent = '']) => parent.endsWith('Error') && !name.endsWith('Error'))
      .map(([, name]) => `${file}: ${name}`),
  )
  assert.deepEqual(others, [])
})

const isFunction = (node: { readonly type: string } | null | undefined) =>
  node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression'

function listFunctions(file: string): string[] {
  const names: string[] = []
  const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'))
  const add = (key: { readonly type: string }) => {
    if ('name' in key && typeof key.name === 'string') names.push(key.name)
  }
  new Visitor({
    FunctionDeclaration: ({ id }) => id && add(id),
    VariableDeclarator: ({ id, init }) => isFunction(init) && add(id),
    Property: ({ key, value }) => isFunction(value) && add(key),
    MethodDefinition: ({ key }) => add(key),
  }).visit(program)
  return names
}

/** In percent. A function does something, so its name is a verb: `readTitle`, not `titleOf`. */
const ofShareMax = 2

test('functions are named by what they do', () => {
  const names = sources.flatMap((file) => listFunctions(file).map((name) => `${file}: ${name}`))
  const nouns = names.filter((name) => name.endsWith('Of'))
  assert.ok(names.length > 5_000)
  assert.ok((100 * nouns.length) / names.length <= ofShareMax, nouns.join('\n'))
})

/** Words that only this source would use so; those that it defines are in the glossary of ARCHITECTURE.md. */
const privateWord = /[cC]limb|[lL]adder|\btold|Told/

test('names have no private words', () => {
  const found = sources.flatMap((file) => {
    const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'))
    const names: string[] = []
    new Visitor({ Identifier: ({ name }) => void names.push(name) }).visit(program)
    return [file.split('/').at(-1) ?? '', ...new Set(names)]
      .filter((name) => privateWord.test(name))
      .map((name) => `${file}: ${name}`)
  })
  assert.deepEqual(found, [])
})

/** Names that two files of a workspace export because they mean the same: a schema and its type, a part of it in another layer. */
const sameMeaning: Readonly<Record<string, string>> = {
  Team: 'as stored, and as the command line gets it',
  ThreatPolicy: 'as stored, and as the command line gets it',
  ThreatSettings: 'as stored, and as the command line gets it',
  TraceEvent: 'as stored, and as the command line reads it',
  open: 'one adapter for each kind of language model',
}

function listExports(file: string): string[] {
  const names: string[] = []
  const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'))
  new Visitor({
    ExportNamedDeclaration({ declaration }) {
      if (declaration?.type === 'VariableDeclaration')
        for (const { id } of declaration.declarations) if ('name' in id) names.push(id.name)
      if (declaration && 'id' in declaration && declaration.id && 'name' in declaration.id)
        names.push(declaration.id.name)
    },
  }).visit(program)
  return names
}

test('no exported name means two things in a workspace', () => {
  const workspaces = Map.groupBy(sources, (file) => /^(?:src|packages\/[^/]+)/.exec(file)?.[0])
  const twice = [...workspaces.values()].flatMap((files) => {
    const exported = files.flatMap((file) =>
      [...new Set(listExports(file))].map((name) => ({ name, file })),
    )
    return [...Map.groupBy(exported, ({ name }) => name)].filter(([, places]) => places.length > 1)
  })
  const others = twice.filter(([name]) => sameMeaning[name] === undefined)
  assert.deepEqual(
    others.map(([name, places]) => `${name}: ${places.map(({ file }) => file).join(', ')}`),
    [],
  )
  assert.deepEqual(twice.map(([name]) => name).toSorted(), Object.keys(sameMeaning).toSorted())
})

/** What threads load, and the text that names its function. */
const threadTask =
  /file(?:name)?: new URL\('([^']+)', import\.meta\.url\)(?:\.href)?,\s+name: '(\w+)'/g

test('a thread finds the function that is named to it', () => {
  const tasks = sources.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(threadTask)].map(
      ([, module = '', name]) => ({
        module: join(root, file, '..', module),
        name,
      }),
    ),
  )
  const missing = tasks.filter(({ module, name }) => {
    const exported = parseSync(module, readFileSync(module, 'utf8')).module.staticExports
    return !exported.some(({ entries }) =>
      entries.some(({ exportName }) => exportName.name === name),
    )
  })
  assert.deepEqual(missing, [])
  assert.ok(tasks.length > 10)
})
