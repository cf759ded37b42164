/**
 * Makes what `npm pack` packs. Node strips no types inside of node_modules, so that the package has JavaScript, in the folder `dist`, which
 * has the layout of the repository; the package names what all workspaces depend on.
 *
 *     node scripts/pack.mjs           before: builds dist, and puts the package.json of the package in place
 *     node scripts/pack.mjs restore   after: puts that of the repository back
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { cpSync, globSync, statSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { root } from './set-up.mjs'

const dist = join(root, 'dist')
const ownFile = join(root, 'package.json')
const keptFile = join(root, 'package.json.repository')

const copied = [
  '*.md',
  'LICENSE',
  'package-lock.json',
  'benchmarks/RESULTS.md',
  'docs/**',
  'migrations/**',
  'scripts/{compile,parts,set-up,supervise,weir}.mjs',
  'skills/**',
  'web/**',
  '{src,packages/*/src}/**/!(*.test.ts)',
]

if (process.argv[2] === 'restore') restore()
else build()

function build() {
  restore()
  const { version, license, description, imports, engines, ...own } = readJson(ownFile)
  rmSync(dist, { recursive: true, force: true })
  for (const path of globSync(copied, { cwd: root })) {
    if (statSync(join(root, path)).isDirectory()) continue
    if (/\.tsx?$/.test(path)) writeScript(path)
    else cpSync(join(root, path), join(dist, path))
  }
  const common = { name: 'weir', version, license, description, type: 'module' }
  const here = Object.entries(imports).flatMap(([name, path]) =>
    /^\.\/(src|packages\/\w+\/src)\//.test(path) ? [[name, path.replace(/ts$/, 'js')]] : [],
  )
  writeJson(join(dist, 'package.json'), { ...common, imports: Object.fromEntries(here) })
  renameSync(ownFile, keptFile)
  writeJson(ownFile, {
    ...common,
    bin: { weir: 'dist/scripts/weir.mjs' },
    files: ['dist'],
    engines,
    dependencies: mergeDependencies(own),
    optionalDependencies: own.optionalDependencies,
    scripts: { postpack: 'node scripts/pack.mjs restore' },
  })
}

function restore() {
  if (existsSync(keptFile)) renameSync(keptFile, ownFile)
}

/** The sources of the console stay TypeScript: the service bundles them. Declarations are left out. */
function writeScript(path) {
  const isOfConsole = path.startsWith('web/')
  if (path.endsWith('.d.ts') && !isOfConsole) return
  const source = join(root, path)
  const text = readFileSync(source, 'utf8')
  const script = isOfConsole ? text : stripTypeScriptTypes(text)
  const target = join(dist, isOfConsole ? path : path.replace(/ts$/, 'js'))
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, withScriptNames(script, dirname(source)))
}

/** Names by their new names the files that are named relative to `folder`. */
function withScriptNames(script, folder) {
  return script.replaceAll(/(?<=(['"]))((?!#)[\w./-]+)\.ts(?=\1)/g, (name, _quote, stem) => {
    const path = resolve(folder, name)
    return existsSync(path) && !path.startsWith(join(root, 'web/')) ? `${stem}.js` : name
  })
}

function mergeDependencies({ dependencies, workspaces }) {
  const all = workspaces.flatMap((path) =>
    Object.entries(readJson(join(root, path, 'package.json')).dependencies ?? {}),
  )
  const foreign = [...Object.entries(dependencies), ...all].filter(([, version]) => version !== '*')
  return Object.fromEntries(foreign.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function writeJson(path, value) {
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`)
}
