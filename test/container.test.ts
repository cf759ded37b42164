import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { settingsByModule } from '#config.ts'

const root = join(import.meta.dirname, '..')
const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8').replaceAll(/\\\n\s*/g, '')
const compose = readFileSync(join(root, 'compose.yaml'), 'utf8')
const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')

/** What each stage says, by name; the last one, which runs, has none. */
const stages = new Map(
  dockerfile
    .split(/(?=^FROM )/m)
    .map((stage) => [/^FROM \S+ AS (\w+)/.exec(stage)?.[1] ?? 'final', stage]),
)
const readStage = (name: string) => stages.get(name) ?? ''
const finalStage = readStage('final')

test('the image never runs as root', () => {
  assert.match(finalStage, /^USER node$/m)
  assert.ok(finalStage.indexOf('USER node') > finalStage.lastIndexOf('\nRUN '))
})

test('the image installs packages from the lock file without development dependencies', () => {
  assert.match(readStage('packages'), /npm ci --omit=dev --ignore-scripts .*hydrate-symlinks/)
  for (const name of ['programs', 'full', 'slim', 'final'])
    assert.doesNotMatch(readStage(name), /npm (ci|install)/)
})

test('the image has a base of a fixed major version and contains no secret', () => {
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base = '']) => base)
  const foreign = bases.filter((base) => !stages.has(base))
  assert.deepEqual(foreign, ['node:24-bookworm-slim', 'debian:bookworm-slim', '${VARIANT}'])
  assert.match(dockerfile, /^ARG VARIANT=full$/m)
  assert.doesNotMatch(dockerfile, /API_KEY|PASSWORD|TOKEN|SECRET/i)
})

test('the image has the full browser, the slim one the headless shell', () => {
  assert.match(readStage('full'), /apt-get install .* chromium .*python3 tesseract-ocr/)
  assert.match(readStage('slim'), /apt-get install .* chromium-headless-shell /)
  assert.doesNotMatch(readStage('slim'), /python|tesseract-ocr| chromium /)
})

test('layers that change with each version come last', () => {
  const layers = [...finalStage.matchAll(/^(?:COPY|RUN) .*$/gm)].map(([line]) => line)
  const own = layers.findIndex((line) => !line.startsWith('COPY --from=packages'))
  assert.ok(own > 0)
  assert.ok(layers.slice(own).every((line) => !line.includes('--from=')))
  assert.match(readStage('packages'), /touch --no-dereference --date=@0 /)
})

test('the image has a health check and stops by signal', () => {
  assert.match(finalStage, /^HEALTHCHECK .*\/health\/ready/m)
  assert.match(finalStage, /^STOPSIGNAL SIGTERM$/m)
  assert.match(finalStage, /^ENTRYPOINT \["node"/m)
})

test('the image copies only existing files', () => {
  assert.equal(ignored[0], '*')
  const copied = [...finalStage.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  )
  assert.deepEqual(
    copied.filter((path) => !existsSync(join(root, path))),
    [],
  )
  const outside = copied.filter((path) => !ignored.includes(`!${path.split('/')[0]}`))
  assert.deepEqual(outside, [])
})

test('the image has the Playwright for Python of the same version as that for Node', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const [, version] = /pip install .* playwright==(\S+)/.exec(readStage('python')) ?? []
  assert.equal(version, dependencies['playwright-core'])
  assert.match(
    readStage('full'),
    /^COPY --from=python \/python \/usr\/local\/lib\/python3\.11\/dist-packages$/m,
  )
})

test('the data survives the container', () => {
  assert.match(finalStage, /^VOLUME \/data$/m)
  assert.match(finalStage, /WEIR_DATA_DIR=\/data/)
  assert.match(compose, /^ {6}- data:\/data$/m)
})

const posture: Record<string, RegExp> = {
  'the file system of the container is read-only': /^ {4}read_only: true$/m,
  'temporary files live in memory': /^ {4}tmpfs:\n {6}- \/tmp/m,
  'the container has no capability': /^ {4}cap_drop:\n {6}- ALL$/m,
  'no program in the container gains privileges': /^ {6}- no-new-privileges:true$/m,
  'processes and memory of the container are limited':
    /^ {4}pids_limit: \d+\n {4}mem_limit: \d+g$/m,
  'an init process collects orphans': /^ {4}init: true$/m,
  'the published port is open to this machine only':
    /^ {6}- '127\.0\.0\.1:\$\{WEIR_PORT:-3002\}:3002'$/m,
}

for (const [sentence, setting] of Object.entries(posture)) {
  test(sentence, () => {
    assert.match(compose, setting)
    assert.doesNotMatch(compose, /privileged|network_mode: host|cap_add|docker\.sock/)
  })
}

/** What a service of compose.yaml says. */
const readService = (name: string) =>
  new RegExp(`^  ${name}:$([^]*?)(?=^ {0,2}[a-z])`, 'm').exec(
    compose.slice(compose.indexOf('\nservices:')),
  )?.[1] ?? ''

test('every setting reaches both services, from the environment and from .env', () => {
  const [, block = ''] = /^x-settings: &settings\n((?: {2}\w+:\n)+)/m.exec(compose) ?? []
  const declared = Object.values(settingsByModule).flatMap((group) => group)
  assert.deepEqual(
    block.trim().split(/:\s*/).filter(Boolean),
    declared.map(({ variable }) => variable),
  )
  for (const name of ['weir', 'interact']) {
    const service = readService(name)
    assert.match(service, /^ {4}environment:\n {6}<<: \[\*container, \*settings\]$/m, name)
    assert.match(service, /^ {4}env_file: \[\{ path: \.env, required: false \}\]$/m, name)
  }
})

test('address, port and data folder inside the container are not those of .env', () => {
  const [, fixed = ''] = /^x-container: &container\n((?: {2}.+\n)+)/m.exec(compose) ?? []
  assert.deepEqual(fixed.trim().split(/\n */), [
    'WEIR_HOST: 0.0.0.0',
    'WEIR_PORT: 3002',
    'WEIR_DATA_DIR: /data',
  ])
})

/** System calls that a seccomp profile refuses. */
const namesIn = (file: string) => {
  const profile = JSON.parse(readFileSync(join(root, 'container', file), 'utf8')) as {
    syscalls: { names: string[] }[]
  }
  return new Set(profile.syscalls.flatMap(({ names }) => names))
}

test('the service of browser sessions permits exactly what boxes need, and has no data', () => {
  const own = readService('interact')
  assert.match(own, /^ {4}profiles: \[interact\]$/m)
  assert.match(own, /^ {4}cap_drop:\n {6}- ALL$/m)
  assert.match(own, /no-new-privileges:true/)
  assert.match(own, /^ {6}WEIR_API_KEY: ''$/m)
  assert.doesNotMatch(own, /ports:|volumes:/)
  const permitted = namesIn('seccomp.json').difference(namesIn('seccomp-interact.json'))
  assert.deepEqual([...permitted].toSorted(), ['mount', 'pivot_root', 'setns', 'umount2'])
})
