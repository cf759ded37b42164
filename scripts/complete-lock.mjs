/**
 * Adds to package-lock.json the platform packages that npm leaves out when the registry it asked does not
 * carry them. `npm ci` refuses a lock file in which they are missing, on every platform.
 * `--check` only reports, with exit code 1.
 */
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
      ...platformOf(name),
      ...development,
      optional: true,
    }
    added.push(`${name}@${version}`)
  }
}

if (process.argv.includes('--check')) {
  process.exitCode = added.length === 0 ? 0 : 1
} else if (added.length > 0) {
  const paths = Object.keys(lock.packages).toSorted((a, b) => a.localeCompare(b, 'en'))
  lock.packages = Object.fromEntries(paths.map((path) => [path, lock.packages[path]]))
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}
process.stdout.write(`${added.length} platform packages missing\n${added.join('\n')}\n`)

/** Where Node would find `name` from `path`: beside it or beside one of its parents. */
function isLocked(path, name) {
  let folder = path
  for (;;) {
    if (lock.packages[`${folder}${folder && '/'}node_modules/${name}`]) return true
    if (folder === '') return false
    folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))
  }
}

/** `@oxlint/binding-linux-x64-musl` → linux, x64, musl: what npm needs to leave it out elsewhere. */
function platformOf(name) {
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
