/** Lockdown opens no connection: system calls of the whole service during 50 cache hits and 50 misses. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, readFile, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { report } from '#test/fixtures/acceptance.ts'
import { ask } from '#test/fixtures/ask.ts'
import { article, startPages } from '#test/fixtures/pages.ts'
import { startWeir, type WeirProcess } from '#test/fixtures/weir-process.ts'

const count = 50

if (spawnSync('strace', ['-V']).error) {
  process.stdout.write('lockdown: skipped: needs strace\n')
} else await measure()

async function measure(): Promise<void> {
  const answers = Array.from({ length: count }, (_, n) => [`/${n}`, article(`Page ${n}`)] as const)
  await using site = await startPages(Object.fromEntries(answers))
  await using weir = await startWeir()
  for (const [path] of answers) await scrape(weir, { url: site.url + path })

  await using other = await startPages({})
  const control = await watch(weir, async () => {
    await scrape(weir, { url: other.url, maxAge: 0 })
    await scrape(weir, { url: 'http://control.invalid/' })
  })
  const asked = site.requests.length
  const results = { hits: 0, misses: 0 }
  const seen = await watch(weir, async () => {
    for (const [path] of answers) {
      const hit = await scrape(weir, { url: site.url + path, lockdown: true })
      if (hit.data?.metadata.cacheState === 'hit') results.hits++
      const miss = await scrape(weir, {
        url: `http://host${path.slice(1)}.invalid/`,
        lockdown: true,
      })
      if (miss.code === 'SCRAPE_LOCKDOWN_CACHE_MISS') results.misses++
    }
  })
  const requests = site.requests.length - asked
  for (const line of seen) process.stderr.write(`${line}\n`)
  const isRight = results.hits === count && results.misses === count
  report(
    'lockdown',
    isRight && seen.length === 0 && requests === 0 && control.length >= 2,
    `${seen.length} connects or DNS queries, ${requests} requests at the site in ${results.hits} hits and ${results.misses} misses; control ${control.length} for one page and one name`,
  )
}

interface Answer {
  readonly code?: string
  readonly data?: { readonly metadata: { readonly cacheState: string } }
}

function scrape(weir: WeirProcess, body: object): Promise<Answer> {
  return ask<Answer>(weir, 'POST /v2/scrape', body)
}

/** Connections of the service and its children over IP during the work; these include DNS lookups. */
async function watch({ child }: WeirProcess, work: () => Promise<void>): Promise<string[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'weir-strace-'))
  const file = join(folder.path, 'trace')
  const pids = await descendants(child.pid ?? 0)
  const attach = pids.flatMap((pid) => ['-p', String(pid)])
  const trace = 'trace=connect,sendto,sendmsg,sendmmsg'
  const tracer = spawn('strace', ['-f', '-e', trace, '-o', file, ...attach], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  // The tracer reports on standard error that it has attached.
  await once(tracer.stderr, 'data')
  await sleep(500)
  await work()
  await sleep(500)
  tracer.kill('SIGINT')
  await once(tracer, 'exit')
  const lines = (await readFile(file, 'utf8')).split('\n')
  return lines.filter((line) => /AF_INET6?\b/.test(line))
}

async function descendants(pid: number): Promise<number[]> {
  const found = [pid]
  for (const task of await readdir(`/proc/${pid}/task`)) {
    const children = await readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')
    for (const child of children.trim().split(' ').filter(Boolean)) {
      found.push(...(await descendants(Number(child))))
    }
  }
  return found
}
