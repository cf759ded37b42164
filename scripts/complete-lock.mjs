/**
 * Adds to package-lock.json the platform packages that npm leaves out when the registry it asked does not
 * carry them. `npm ci` refuses a lock file in which they are missing, on every platform.
 * Then asks the registry for the integrity of entries that have none, where it carries them: of all, or of the packages that
 * are named as arguments. Addresses of registries are not written. `--check` only reports, with exit code 1.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))

const added = []
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isLocked(path, name)) continue
    if (!/^\d+\.\d+\.\d+[-.\w]*$/.test(version)) throw new Error(`${name}@${version} is not exact`)
    const development = path !== '' && entry.dev ? { dev: true } : {}
    lock.packages[`node_modules/${name}`] = {
      version,
      ...readPlatform(name),
      ...development,
      optional: true,
    }
    added.push(`${name}@${version}`)
  }
}

const isCheck = process.argv.includes('--check')
const named = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const unproven = Object.entries(lock.packages).flatMap(([path, entry]) => {
  const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  // Workspaces are in the repository.
  const isFetched = path.startsWith('node_modules/') && !entry.link
  return isFetched && !entry.integrity ? [{ name, entry }] : []
})
const asked = unproven.filter(({ name }) => named.length === 0 || named.includes(name))
for (const { name, entry } of isCheck ? [] : asked) {
  const integrity = findIntegrity(`${name}@${entry.version}`)
  if (integrity) entry.integrity = integrity
}
const proven = unproven.filter(({ entry }) => entry.integrity)

if (isCheck) {
  process.exitCode = added.length === 0 ? 0 : 1
} else if (added.length + proven.length > 0) {
  const paths = Object.keys(lock.packages).toSorted((a, b) => a.localeCompare(b, 'en'))
  lock.packages = Object.fromEntries(paths.map((path) => [path, lock.packages[path]]))
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}
process.stdout.write(`${added.length} platform packages missing\n${added.join('\n')}\n`)
process.stdout.write(`${unproven.length - proven.length} entries without integrity\n`)

/** Undefined when the registry does not carry the package. */
function findIntegrity(spec) {
  try {
    const stdio = ['ignore', 'pipe', 'ignore']
    const said = execFileSync('npm', ['view', spec, 'dist.integrity'], { encoding: 'utf8', stdio })
    return /^sha512-[\w+/]+=*$/.exec(said.trim())?.[0]
  } catch {
    return undefined
  }
}

/** Path at which Node finds `name` from `path`: beside it or beside one of its parents. */
function isLocked(path, name) {
  let folder = path
  for (;;) {
    if (lock.packages[`${folder}${folder && '/'}node_modules/${name}`]) return true
    if (folder === '') return false
    folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))
  }
}

/** `@oxlint/binding-linux-x64-musl` → linux, x64, musl: what npm needs to leave it out elsewhere. */
function readPlatform(name) {
  const os =
    /(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32|wasm32)/.exec(
      name,
    )?.[1]
  const cpu = /(arm64|arm|ia32|loong64|mips64el|ppc64|riscv64|s390x|x64|wasm32)/.exec(name)?.[1]
  if (!os || !cpu) throw new Error(`${name} does not name a platform`)
  const libc = /gnu/.test(name) ? 'glibc' : /musl/.test(name) ? 'musl' : undefined
  return {
    cpu: [cpu],
    ...(os === 'linux' && libc ? { libc: [libc] } : {}),
    ...(os === 'wasm32' ? {} : { os: [os] }),
  }
}
