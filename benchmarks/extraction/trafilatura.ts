import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

const folder = resolve(import.meta.dirname, '../peers')
const packages = resolve(folder, 'python')

/** Whether `pip install --target benchmarks/peers/python trafilatura lxml_html_clean` has been run. */
export const hasTrafilatura = () => existsSync(resolve(packages, 'trafilatura'))

interface Trafilatura {
  readonly extract: (html: string) => Promise<string>
  readonly end: () => void
}

/** Starts trafilatura in its own process, which reads one page after the other. */
export function createTrafilatura(): Trafilatura {
  const child = spawn('python3', [resolve(folder, 'main-text.py')], {
    env: { ...process.env, PYTHONPATH: packages },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    async extract(html) {
      child.stdin.write(`${JSON.stringify(html)}\n`)
      const line = await lines.next()
      if (line.done) throw new Error('trafilatura has ended.')
      return JSON.parse(line.value) as string
    },
    end: () => child.stdin.end(),
  }
}
