import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const cache = join(tmpdir(), 'weir-made-pdf')
const msMax = 120_000

/** Programs that make PDF files of HTML pages. Each writes a file named after the page into the folder. */
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

/** The PDF file that a program makes of a page; kept for the next run. */
export function pdfOf(page: string, maker: Maker): Buffer {
  const digest = createHash('sha256').update(readFileSync(page)).digest('hex').slice(0, 16)
  const file = join(cache, `${maker}-${digest}.pdf`)
  if (!existsSync(file)) {
    mkdirSync(cache, { recursive: true })
    const [program = '', ...args] = commands[maker](page, cache)
    execFileSync(program, args, { stdio: 'ignore', timeout: msMax, killSignal: 'SIGKILL' })
    renameSync(join(cache, `${basename(page, '.html')}.pdf`), file)
  }
  return readFileSync(file)
}
