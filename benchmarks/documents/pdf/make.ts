import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { detectPdf } from '@firecrawl/pdf-inspector'
import { scanned } from './scan.ts'

const cache = join(tmpdir(), 'weir-made-pdf')
const msMax = 120_000

/** Programs that convert HTML pages to PDF. Each writes a file named after the page into the folder. */
const commands = {
  Chromium: (page: string, folder: string) => [
    'chromium-headless-shell',
    '--no-sandbox',
    '--no-pdf-header-footer',
    `--print-to-pdf=${join(folder, `${basename(page, '.html')}.pdf`)}`,
    `file://${page}`,
  ],
  LibreOffice: (page: string, folder: string) => [
    'soffice',
    `-env:UserInstallation=file://${cache}/profile`,
    '--headless',
    '--infilter=HTML (StarWriter)',
    '--convert-to',
    'pdf:writer_pdf_Export',
    '--outdir',
    folder,
    page,
  ],
}
export type Maker = keyof typeof commands
export const makers = Object.keys(commands) as Maker[]

/** The PDF file that a program makes of a page. */
export const pdfOf = (page: string, maker: Maker): Promise<Buffer> =>
  kept(`${maker}-${digestOf(readFileSync(page))}`, () => {
    const [program = '', ...args] = commands[maker](page, cache)
    execFileSync(program, args, { stdio: 'ignore', timeout: msMax, killSignal: 'SIGKILL' })
    return readFileSync(join(cache, `${basename(page, '.html')}.pdf`))
  })

/** The same file as a scan. */
export const scanOf = (file: Buffer): Promise<Buffer> =>
  kept(`scan-${digestOf(file)}`, () => scanned(file, detectPdf(file).pageCount))

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex').slice(0, 16)

/** Slow results are kept for the next run. */
async function kept(name: string, make: () => Buffer | Promise<Buffer>): Promise<Buffer> {
  const file = join(cache, `${name}.pdf`)
  if (existsSync(file)) return readFileSync(file)
  mkdirSync(cache, { recursive: true })
  const made = await make()
  writeFileSync(file, made)
  return made
}
