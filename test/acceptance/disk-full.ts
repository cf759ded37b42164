/** The disk fills up during a crawl and is then freed: the process keeps running, and every page is delivered once. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { report } from '#test/fixtures/acceptance.ts'
import { startPageSite } from '#test/fixtures/page-site.ts'
import { watchCrawl } from '#test/fixtures/watched-crawl.ts'
import { startWeir } from '#test/fixtures/weir-process.ts'

const pages = 300
const diskBytes = 600 * 1024 * 1024
const fullMs = 8_000
const patienceMs = 180_000

const folder = mkdtempSync(join(tmpdir(), 'weir-full-'))
const mounted = () => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskBytes},mode=0755`, 'weir', folder])
    return true
  } catch {
    return false
  }
}

async function fill(): Promise<void> {
  await using site = await startPageSite(pages, 20)
  await using weir = await startWeir({ dataDir: join(folder, 'data') })
  const url = `${site.url}/p/`
  const crawl = await watchCrawl(weir, { url, sitemap: 'skip', limit: pages })
  while (((await crawl.look().catch(() => undefined))?.completed ?? 0) < 10) await setTimeout(20)

  const filler = join(folder, 'filler')
  const free = () => statfsSync(folder).bavail * statfsSync(folder).bsize
  /** Also uses space that is freed meanwhile. */
  const fullUntil = Date.now() + fullMs
  for (let part = 0; Date.now() < fullUntil; part++) {
    const bytes = free()
    try {
      if (bytes > 0) writeFileSync(`${filler}-${part}`, Buffer.alloc(bytes, 1))
    } catch {
      // Another process has used the rest.
    }
    await setTimeout(50)
  }
  const during = await crawl.look().catch(() => undefined)
  execFileSync('sh', ['-c', `rm -f ${filler}-*`])
  const last = await crawl.end(patienceMs)
  const urls = last ? await crawl.urls() : []
  const charged = last ? await crawl.charged() : 0
  const exits = weir.child.exitCode === null ? 0 : 1
  report(
    'disk-full',
    exits === 0 &&
      last?.status === 'completed' &&
      urls.length === pages &&
      new Set(urls).size === pages &&
      charged === pages &&
      (during?.completed ?? 0) < pages,
    `${exits} exits, ${urls.length} of ${pages} pages, ${urls.length - new Set(urls).size} duplicated, ${charged} credits; control: with the disk full ${during?.completed ?? 'no answer'} of ${pages}`,
  )
  if (exits > 0 || last?.status !== 'completed') process.stderr.write(weir.output().slice(-3_000))
}

if (mounted()) {
  try {
    await fill()
  } finally {
    execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  }
} else {
  rmSync(folder, { recursive: true, force: true })
  process.stdout.write('disk-full: skipped: a small disk cannot be mounted here\n')
}
