import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempDisposableSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { extractPage } from '#content/index.ts'
import { extractDocument } from '#documents/index.ts'
import { article } from '#fixtures/article.ts'
import { report } from '#test/fixtures/acceptance.ts'

/**
 * The packages are packed, installed into an empty project and read a page and the documents of the tests in Node 22 and 24, Bun and
 * Deno, each to the same Markdown as their sources here; a program in TypeScript is checked against their declarations. Installs the
 * runtimes from the registry, and after a picture has been refused without them, the packages for OCR. Control: a project without the
 * packages reads nothing.
 */
const root = join(import.meta.dirname, '../..')
const documents = globSync(
  join(root, 'packages/fixtures/documents/*.{docx,xlsx,pptx,odt,epub,pdf,jp2}'),
).toSorted()
using folder = mkdtempDisposableSync(join(tmpdir(), 'weir-packages-'))
const project = join(folder.path, 'project')
const empty = join(folder.path, 'empty')
for (const path of [project, empty]) {
  mkdirSync(path)
  writeFileSync(join(path, 'package.json'), '{ "type": "module" }\n')
}

const program = `
import { readFile } from 'node:fs/promises'
import { extractPage } from 'weir-content'
import { extractDocument } from 'weir-documents'
const found = [extractPage(${JSON.stringify(article('The mill'))}).markdown]
for (const path of process.argv.slice(2)) found.push((await extractDocument(await readFile(path), { fileName: path })).markdown)
console.log(JSON.stringify(found))
`
const typed = `
import { extractPage, fillSchema } from 'weir-content'
import { extractDocument } from 'weir-documents'
const { facts = { facts: [], lists: [] }, metadata } = extractPage('<p>x</p>', { formats: ['facts'] })
const { blocks } = await extractDocument(new Uint8Array())
export const found: readonly (number | string | readonly string[] | undefined)[] = [
  blocks?.[0]?.items[0]?.bbox?.[0], metadata['title'], fillSchema({}, facts).missing,
]
`
const npm = (cwd: string, ...args: readonly string[]) =>
  execFileSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, npm_config_ignore_scripts: 'false' },
  })

const tarballs = ['content', 'documents'].map((name) => {
  const printed = npm(join(root, 'packages', name), 'pack', '--pack-destination', folder.path)
  return join(folder.path, printed.trim().split('\n').at(-1) ?? '')
})
npm(project, 'install', ...tarballs)
for (const path of [project, empty]) writeFileSync(join(path, 'read.mjs'), program)
for (const path of documents) copyFileSync(path, join(project, basename(path)))
const picture = spawnSync(process.execPath, ['read.mjs', 'picture.jp2'], {
  cwd: project,
  encoding: 'utf8',
})
const namesMissing = picture.status !== 0 && picture.stderr.includes('@tesseract.js-data/eng')
const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const reader = ['tesseract.js', '@tesseract.js-data/eng']
npm(project, 'install', ...reader.map((name) => `${name}@${devDependencies[name]}`))
writeFileSync(join(project, 'typed.ts'), typed)
// The examples of the READMEs.
writeFileSync(join(project, 'page.html'), article('The mill'))
copyFileSync(join(root, 'packages/fixtures/documents/text.docx'), join(project, 'report.docx'))
const examples = ['content', 'documents'].map((name) => {
  const readme = readFileSync(join(root, 'packages', name, 'README.md'), 'utf8')
  const example = /^```js\n([^]*?)^```/m.exec(readme)?.[1] ?? ''
  const options = ['--input-type=module', '--eval', example]
  return spawnSync(process.execPath, options, { cwd: project, encoding: 'utf8' }).stdout
})
const titles = ['The mill', 'Weirs of the upper river']
const areExamplesRight = titles.every((title, index) => examples[index]?.startsWith(title))

const wanted = [extractPage(article('The mill')).markdown]
for (const path of documents) {
  wanted.push((await extractDocument(readFileSync(path), { fileName: path })).markdown)
}

const options = [
  '--noEmit',
  '--strict',
  '--module',
  'nodenext',
  '--target',
  'es2024',
  '--types',
  '',
  'typed.ts',
]
const compiler = join(root, 'node_modules/typescript/bin/tsc')
const isTyped =
  spawnSync(process.execPath, [compiler, ...options], { cwd: project, stdio: 'inherit' }).status ===
  0

const runtimes = {
  'node 22': { install: 'node@22', run: ['node/bin/node'] },
  'node 24': { install: 'node@24', run: ['node/bin/node'] },
  bun: { install: 'bun', run: ['.bin/bun', 'run'] },
  deno: { install: 'deno', run: ['.bin/deno', 'run', '--allow-all'] },
}
const results: string[] = []
let passed = isTyped && areExamplesRight && namesMissing
for (const [name, { install, run }] of Object.entries(runtimes)) {
  const own = join(folder.path, name.replace(' ', '-'))
  mkdirSync(own)
  writeFileSync(join(own, 'package.json'), '{}\n')
  npm(own, 'install', install)
  const [file = '', ...args] = run
  const read = (cwd: string) =>
    spawnSync(
      join(own, 'node_modules', file),
      [...args, 'read.mjs', ...documents.map((path) => basename(path))],
      { cwd, encoding: 'utf8' },
    )
  const { stdout, stderr } = read(project)
  const found = stdout.startsWith('[') ? (JSON.parse(stdout) as unknown[]) : []
  const same = wanted.filter((text, index) => text === found[index]).length
  const control = read(empty).status !== 0
  if (same < wanted.length) process.stderr.write(`${name}: ${stderr.slice(0, 1_000)}\n`)
  passed &&= same === wanted.length && control
  results.push(`${name} ${same} of ${wanted.length}`)
}
report(
  'packages',
  passed,
  `${results.join(', ')} as from the sources; declarations ${isTyped ? 'fit' : 'do not fit'}, examples ${areExamplesRight ? 'run' : 'fail'}; missing OCR is ${namesMissing ? '' : 'not '}named`,
)
