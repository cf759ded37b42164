import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { detectPdf } from '@firecrawl/pdf-inspector'
import type { KnownPage } from './known-pages.ts'
import { scanned } from './scan.ts'

const cache = join(tmpdir(), 'weir-made-pdf')
const msMax = 120_000

/** Programs that convert an HTML file `<name>.html` in the folder to `<name>.pdf`. */
const commands = {
  Chromium: (name: string, folder: string) => [
    'chromium-headless-shell',
    '--no-sandbox',
    '--no-pdf-header-footer',
    `--print-to-pdf=${join(folder, `${name}.pdf`)}`,
    `file://${join(folder, `${name}.html`)}`,
  ],
  LibreOffice: (name: string, folder: string) => [
    'soffice',
    `-env:UserInstallation=file://${cache}/profile`,
    '--headless',
    '--infilter=HTML (StarWriter)',
    '--convert-to',
    'pdf:writer_pdf_Export',
    '--outdir',
    folder,
    join(folder, `${name}.html`),
  ],
}
export type Maker = keyof typeof commands
export const makers = Object.keys(commands) as Maker[]

/** The PDF file that a program makes of a page. */
export const printPdf = ({ name, html }: KnownPage, maker: Maker): Promise<Buffer> =>
  kept(`${maker}-${computeDigest(html)}`, () => {
    writeFileSync(join(cache, `${name}.html`), html)
    const [program = '', ...args] = commands[maker](name, cache)
    execFileSync(program, args, { stdio: 'ignore', timeout: msMax, killSignal: 'SIGKILL' })
    return readFileSync(join(cache, `${name}.pdf`))
  })

/** The same file as a scan. */
export const makeScan = (file: Buffer): Promise<Buffer> =>
  kept(`scan-${computeDigest(file)}`, () => scanned(file, detectPdf(file).pageCount))

const computeDigest = (bytes: Buffer | string) =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 16)

/** Slow results are kept for the next run. */
async function kept(name: string, make: () => Buffer | Promise<Buffer>): Promise<Buffer> {
  const file = join(cache, `${name}.pdf`)
  if (existsSync(file)) return readFileSync(file)
  mkdirSync(cache, { recursive: true })
  const made = await make()
  writeFileSync(file, made)
  return made
}
