// acceptance: quick, alone
/** Patterns that hang backtracking engines take linear time in crawls and maps. */
import { Worker } from 'node:worker_threads'
import { pathPatterns } from '#sites/path-patterns.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { measureCpuMs } from '#test/fixtures/cpu-time.ts'

const patterns = [
  '^(a+)+$',
  '^([a-z]+)*$',
  '^(a|aa)+$',
  '^(a|a?)+$',
  '^(.*a){20}$',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '^(\\w+\\s?)*$',
  '^(a*)*b$',
  '(x+x+)+y',
]
const msMax = 50
const controlMs = 4_000
const url = `https://site.example/${'a'.repeat(40)}!`
const hostile = `${'a'.repeat(40)}!`

let slowestMs = 0
for (const pattern of patterns) {
  const options = { includePaths: [pattern], excludePaths: [pattern], regexOnFullURL: true }
  const compiled = pathPatterns(options)
  for (const subject of [url, `https://site.example/${'x'.repeat(40)}`]) {
    const takenMs = measureCpuMs(() => [compiled.isIncluded(subject), compiled.isExcluded(subject)])
    slowestMs = Math.max(slowestMs, takenMs)
  }
}

/** Control: the JavaScript engine on the first pattern, stopped when it hangs. */
const hung = await new Promise<boolean>((resolve) => {
  const code = `new RegExp(${JSON.stringify(patterns[0])}).test(${JSON.stringify(hostile)})`
  const worker = new Worker(code, { eval: true })
  const late = setTimeout(() => {
    resolve(true)
    void worker.terminate()
  }, controlMs)
  worker.on('exit', () => {
    clearTimeout(late)
    resolve(false)
  })
})
report(
  'redos',
  slowestMs <= msMax && hung,
  `${patterns.length} of ${patterns.length} patterns, slowest ${slowestMs.toFixed(1)} ms of CPU time; control ${hung ? 'still busy after 4 s' : 'was done at once'}`,
)
