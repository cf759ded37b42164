import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Extractor } from './extractors.ts'

const folder = resolve(import.meta.dirname, '../peers')
const packages = resolve(folder, 'python')

/** Those of `pip install --target benchmarks/peers/python trafilatura lxml_html_clean rs-trafilatura`, with their defaults. */
export const pythonPeers = (): Extractor[] =>
  ['trafilatura', 'rs_trafilatura'].filter(isInstalled).map(createPeer)

const isInstalled = (module: string) => existsSync(resolve(packages, module))

/** An extractor in its own process, which reads one page after the other. */
function createPeer(module: string): Extractor {
  const child = spawn('python3', [resolve(folder, 'main-text.py'), module], {
    env: { ...process.env, PYTHONPATH: packages },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    name: module.replace('_', '-'),
    isPeer: true,
    async extract(html) {
      child.stdin.write(`${JSON.stringify(html)}\n`)
      const line = await lines.next()
      if (line.done) throw new Error(`${module} has ended.`)
      return JSON.parse(line.value) as string
    },
    end: () => child.stdin.end(),
  }
}
