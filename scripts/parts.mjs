/**
 * Parts that only some machines need. They are packages of development in package-lock.json; elsewhere each is installed on first use, in
 * a folder of its own. Plain JavaScript, because one of them is Node 24 itself.
 *
 *     node scripts/parts.mjs browser     installs a part and prints the folder of its first package
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findNode, nodeMajorMin, npm, quietly, root, say } from './set-up.mjs'

const folder = join(root, '.parts')

/** The packages of each part; `bare` ones are used without those they depend on. */
const parts = {
  node: {
    title: `Node ${nodeMajorMin}`,
    packages: [`node-${process.platform}-${process.arch}`],
    // Headers for compilers, a third of it.
    unused: 'include',
  },
  browser: { title: 'a Chromium', packages: ['@sparticuz/chromium'], isBare: true },
  ocr: { title: 'a reader of pictures', packages: ['tesseract.js', '@tesseract.js-data/eng'] },
}

/** Path of a Node that runs the sources, which is installed if need be. Throws when there is none for this machine. */
export async function provideNode() {
  const found = findNode()
  if (found) return found
  if (!(parts.node.packages[0] in listLocked()))
    throw new Error(
      `Weir needs Node ${nodeMajorMin} or newer and this is ${process.version}. ` +
        'Install it from https://nodejs.org and start again.',
    )
  return join(await installPart('node'), 'bin/node')
}

/** Folder of the first package of a part: among the packages around, or where it was installed. Undefined when it is nowhere. */
export function findPart(name) {
  const [first] = parts[name].packages
  for (let above = root; ; above = dirname(above)) {
    const path = join(above, 'node_modules', first)
    if (existsSync(join(path, 'package.json'))) return path
    if (above === dirname(above)) break
  }
  const path = join(placeFor(name), 'node_modules', first)
  return existsSync(path) ? path : undefined
}

/** Installs a part unless it is there; returns the folder of its first package. Throws when npm fails. */
export async function installPart(name) {
  const found = findPart(name)
  if (found) return found
  const { title, packages, unused } = parts[name]
  say(`Installing ${title}, once …`)
  const place = placeFor(name)
  makeFolder()
  const draft = mkdtempSync(join(folder, 'draft-'))
  try {
    const dependencies = Object.fromEntries(
      packages.map((path) => [path, listLocked()[path].version]),
    )
    const own = { name: `weir-${name}`, version: '1.0.0', dependencies }
    const lock = { ...own, lockfileVersion: 3, packages: { '': own, ...lockedEntries(name) } }
    writeFileSync(join(draft, 'package.json'), JSON.stringify(own))
    writeFileSync(join(draft, 'package-lock.json'), JSON.stringify(lock))
    const code = await npm(['ci', '--include=optional', '--prefer-offline', ...quietly], draft)
    if (code !== 0)
      throw new Error(`npm could not install ${title} (exit code ${code}). ${alternative(name)}`)
    if (unused)
      rmSync(join(draft, 'node_modules', packages[0], unused), { recursive: true, force: true })
    removeOlder(name)
    renameSync(draft, place)
  } catch (error) {
    // Of several processes that install it, one is first.
    if (!findPart(name)) throw error
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  return findPart(name)
}

function alternative(name) {
  if (name === 'node') return `Install Node ${nodeMajorMin} from https://nodejs.org.`
  if (name === 'ocr') return 'Install the program tesseract, or repeat it with a connection.'
  return 'Install Chromium, or repeat it with a connection.'
}

function makeFolder() {
  try {
    mkdirSync(folder, { recursive: true })
  } catch (error) {
    throw new Error(`The folder ${folder} cannot be written (${error.code}).`, { cause: error })
  }
}

const placeFor = (name) =>
  join(folder, `${name}-${listLocked()[parts[name].packages[0]]?.version ?? 'none'}`)

function removeOlder(name) {
  for (const entry of readdirSync(folder))
    if (entry.startsWith(`${name}-`)) rmSync(join(folder, entry), { recursive: true, force: true })
}

/** The entries of a part and of all it depends on, as a lock file of its own has them. */
export function lockedEntries(name) {
  const { packages, isBare = false } = parts[name]
  const locked = listLocked()
  const wanted = new Set(packages)
  const entries = {}
  for (const path of wanted) {
    const { dev: _dev, dependencies = {}, optional: _optional, ...entry } = locked[path]
    entries[`node_modules/${path}`] = isBare ? entry : { ...entry, dependencies }
    if (!isBare) for (const needed of Object.keys(dependencies)) wanted.add(needed)
  }
  return entries
}

/** What package-lock.json has beside no other package, by name. The package that npm publishes has the same under another name. */
function listLocked() {
  const file = ['package-lock.json', 'npm-shrinkwrap.json']
    .map((name) => join(root, name))
    .find((path) => existsSync(path))
  const { packages } = JSON.parse(readFileSync(file, 'utf8'))
  return Object.fromEntries(
    Object.entries(packages).flatMap(([path, entry]) => {
      const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? []
      return name ? [[name, entry]] : []
    }),
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const name = process.argv[2]
  try {
    if (!Object.hasOwn(parts, name))
      throw new Error(`The parts are ${Object.keys(parts).join(', ')}.`)
    process.stdout.write(`${await installPart(name)}\n`)
  } catch (error) {
    say(error.message)
    process.exitCode = 1
  }
}
