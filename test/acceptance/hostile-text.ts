// acceptance: quick
/**
 * Redaction, the prompt injection check, passages and the search for evidence take linear time on hostile texts: per megabyte at
 * most a tenth of the time of a naive pattern on 25 KB, which is about one second on an idle machine.
 */
import { createFindEvidence } from '#answers/evidence.ts'
import { rankPassages } from '#content/passages/passages.ts'
import { entities } from '#safety/pii/entities.ts'
import { createFindNames } from '#safety/pii/names.ts'
import { redactSources } from '#safety/pii/redact.ts'
import { findInjection } from '#safety/injection/judge.ts'
import { isQuick, report } from '#test/fixtures/acceptance.ts'
import { measureCpuMs, cpuMsUntil } from '#test/fixtures/cpu-time.ts'

const units: Readonly<Record<string, string>> = {
  digits: '1 ',
  capitals: 'Aa ',
  addresses: '1 Aa St, ',
  letters: 'a.',
  ats: 'a@',
  plus: '+1 1-',
  brackets: '[a](',
  attributes: '<a b="',
  orders: 'ignore all ',
  recipients: 'send api key to ',
  invisible: '\u200b',
  keys: '-----BEGIN PRIVATE KEY-----eyJ-',
}
const findNames = createFindNames()
const works: Readonly<Record<string, (text: string) => unknown>> = {
  text: (text) => redact(text, 'text'),
  markdown: (text) => redact(text, 'markdown'),
  html: (text) => redact(text, 'html'),
  injection: (text) => findInjection({ visible: text, hidden: '' }),
  passages: (text) => rankPassages(text, { queries: [question], title: question }),
  evidence: (text) => findAll(text),
}
const redact = (text: string, syntax: 'text' | 'markdown' | 'html') =>
  redactSources(
    [{ text, syntax }],
    { mode: 'aggressive', entities, replaceStyle: 'tag' },
    { findNames },
  )

const question = 'When did the letters a and 1 send all instructions?'

async function findAll(text: string): Promise<void> {
  const find = await createFindEvidence({ markdown: text, text, facts: { facts: [], lists: [] } })
  for (const value of [question, 'https://site.example/a', 1_234.5, '2026-11-22']) await find(value)
}

/** A single run takes less time than the clock of the CPU resolves. */
const smallRuns = 10
const growthMax = 6
/** Of the time of the control per megabyte. */
const shareMax = 1 / 10
const [smallKb, largeKb] = isQuick ? [25, 250] : [100, 2_000]
const repeatText = (unit: string, kb: number) => unit.repeat(Math.ceil((kb * 1_000) / unit.length))

/** The least of three measurements if the first exceeds the bound: other load on the machine only adds time. */
async function measureGrowth(
  unit: string,
  work: (text: string) => unknown,
  firstMs: number,
): Promise<number> {
  const text = repeatText(unit, smallKb)
  const small = await cpuMsUntil(async () => {
    for (let run = 0; run < smallRuns; run++) await work(text)
  })
  const growthIn = (ms: number) => ms / largeKb / (small / (smallKb * smallRuns))
  let growth = growthIn(firstMs)
  for (let again = 0; again < 2 && growth >= growthMax; again++) {
    const ms = await cpuMsUntil(() => work(repeatText(unit, largeKb)))
    growth = Math.min(growth, growthIn(ms))
  }
  return growth
}

/** Control: a typical naive pattern. */
const naive = /[\w.]+@[\w.]+\.\w+/g
const controlPerMb =
  (measureCpuMs(() => [...repeatText('a.', smallKb).matchAll(naive)]) / smallKb) * 1_000
const msPerMbMax = controlPerMb * shareMax

let slowest = { name: '', msPerMb: 0 }
let growth = 0
for (const [name, unit] of Object.entries(units)) {
  for (const [kind, work] of Object.entries(works)) {
    await work(repeatText(unit, 5))
    let large = Number.POSITIVE_INFINITY
    // Other load on the machine only adds time.
    for (let time = 0; time < 3 && large > (msPerMbMax * largeKb) / 1_000; time++)
      large = Math.min(large, await cpuMsUntil(() => work(repeatText(unit, largeKb))))
    const msPerMb = (large / largeKb) * 1_000
    if (msPerMb > slowest.msPerMb) slowest = { name: `${name}, ${kind}`, msPerMb }
    // Shorter durations are too noisy to measure growth.
    if (large <= 60) continue
    growth = Math.max(growth, await measureGrowth(unit, work, large))
  }
}
report(
  'hostile-text',
  slowest.msPerMb <= msPerMbMax && growth < growthMax,
  `slowest ${slowest.msPerMb.toFixed(0)} ms per MB (${slowest.name}; at most ${msPerMbMax.toFixed(0)}), growth ${growth.toFixed(1)} from ${smallKb} to ${largeKb} KB; control ${controlPerMb.toFixed(0)} ms per MB`,
)
