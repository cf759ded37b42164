/**
 * Builds the package in the working directory to `dist/`, when it is packed: JavaScript for Node 22 and newer, with what it shares with
 * other packages of the repository, and declarations. `npm pack` runs it.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { build } from 'esbuild'

const packages = import.meta.dirname
const folder = process.cwd()
const { dependencies, name } = JSON.parse(readFileSync('package.json', 'utf8'))
const dist = join(folder, 'dist')
const types = join(dist, 'types')

rmSync(dist, { recursive: true, force: true })
await build({
  entryPoints: ['src/index.ts', 'src/command.ts'],
  outdir: dist,
  bundle: true,
  splitting: true,
  chunkNames: 'parts/[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node22',
  external: Object.keys(dependencies),
  legalComments: 'none',
  logLevel: 'warning',
})
const command = join(dist, 'command.js')
writeFileSync(command, `#!/usr/bin/env node\n${readFileSync(command, 'utf8')}`, { mode: 0o755 })

mkdirSync(types)
const config = join(types, 'tsconfig.json')
writeFileSync(
  config,
  JSON.stringify({
    extends: join(packages, '../tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      emitDeclarationOnly: true,
      declaration: true,
      rootDir: packages,
      outDir: types,
      typeRoots: [join(packages, '../node_modules/@types')],
    },
    files: [join(folder, 'src/index.ts'), ...globSync(join(packages, '*/src/**/*.d.ts'))],
    include: [],
  }),
)
const compiler = join(packages, '../node_modules/typescript/bin/tsc')
execFileSync(process.execPath, [compiler, '-p', config], { stdio: 'inherit' })
rmSync(config)
keepDeclarations(join(types, relative(packages, join(folder, 'src/index.d.ts'))))
process.stderr.write(`${name}: built\n`)

/** Keeps the declarations that those of the entry need, and names them by their paths. */
function keepDeclarations(entry) {
  const needed = new Set([entry])
  for (const file of needed) {
    const text = readFileSync(file, 'utf8').replaceAll(
      /(?<=(?:from|import\() ?['"])([#.][^'"]+)\.ts(?=['"])/g,
      (path) => {
        const target = writeDeclaration(path, file)
        needed.add(target)
        const from = relative(dirname(file), target).replace(/\.d\.ts$/, '.js')
        return from.startsWith('.') ? from : `./${from}`
      },
    )
    writeFileSync(file, text)
  }
  for (const file of globSync(join(types, '**/*.d.ts'))) if (!needed.has(file)) rmSync(file)
}

/** `./text.ts` in a file, or `#content/text.ts`, as the file with its declarations. */
function writeDeclaration(path, file) {
  const source = path.startsWith('#')
    ? join(types, path.slice(1).replace('/', '/src/'))
    : resolve(dirname(file), path)
  const declaration = source.replace(/\.ts$/, '.d.ts')
  if (!existsSync(declaration)) throw new Error(`${path} of ${file} has no declaration`)
  return declaration
}
