// acceptance: quick
/**
 * Pages with known truth, in ten languages: without a model most values are right and hardly one is wrong; of a model that lies (each
 * field from elsewhere on the page, or digits of it) hardly a value is given out, and hardly a true one is refused. Control: without the
 * check every lie is. Of the later folders every sixteenth page is lied about; `--all` takes each.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { measureLies } from '#benchmarks/facts/lies.ts'
import { fill } from '#content/fill/fill.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { scoreFields } from '#test/fixtures/answer-pages/score-fields.ts'
import { makeMaterial } from '#test/fixtures/material.ts'

const [rightMin, wrongMax, acceptedMax, refusedMax] = [0.7, 0.01, 0.02, 0.01]
/** Of pages with fields in other languages, some true booleans are refused: no word of the page names them. */
const [laterRefusedMax, laterStep] = [0.06, process.argv.includes('--all') ? 1 : 16]
const find = (name: string) => join(import.meta.dirname, '../fixtures', name)
const held = ['answer-pages', 'answer-pages-more'].map(find)
/** Pages as the generators of sites write them, with fields in the language of the page or in English. */
const folders = [
  ...held,
  ...['answer-pages-wide', 'answer-pages-sites', 'answer-pages-varied'].map(find),
]

const sum = { right: 0, wrong: 0, missing: 0 }
const lied = { lies: 0, accepted: 0, truths: 0, refused: 0 }
const later = { ...lied }
const faults: string[] = []
for (const folder of folders) {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  for (const file of readdirSync(folder)) {
    const [, name] = /^(.+)\.schema\.json$/.exec(file) ?? []
    if (name === undefined) continue
    const schema = JSON.parse(read(file)) as Record<string, unknown>
    const { value } = fill(schema, makeMaterial(read(`${name}.html`)).facts)
    for (const { verdict } of scoreFields(JSON.parse(read(`${name}.truth.json`)), value, schema))
      sum[verdict] += 1
  }
  const isHeld = held.includes(folder)
  const counts = await measureLies(folder, (fault) => faults.push(fault), isHeld ? 1 : laterStep)
  const sums = isHeld ? lied : later
  for (const key of ['lies', 'accepted', 'truths', 'refused'] as const) sums[key] += counts[key]
}
if (process.argv.includes('--show')) process.stdout.write(`${faults.join('\n')}\n`)
const fields = sum.right + sum.wrong + sum.missing
const percent = (count: number, all: number) => `${((count / all) * 100).toFixed(2)} %`
report(
  'answer-values',
  sum.right >= fields * rightMin &&
    sum.wrong <= fields * wrongMax &&
    lied.accepted <= lied.lies * acceptedMax &&
    lied.refused <= lied.truths * refusedMax &&
    later.accepted <= later.lies * acceptedMax &&
    later.refused <= later.truths * laterRefusedMax,
  `without a model ${sum.right} of ${fields} fields right, ${sum.wrong} wrong, ${sum.missing} missing; ${lied.accepted} of ${lied.lies} lies accepted ` +
    `(${percent(lied.accepted, lied.lies)}), ${lied.refused} of ${lied.truths} true values refused (${percent(lied.refused, lied.truths)}), of the later folders ${later.accepted} of ${later.lies} ` +
    `(${percent(later.accepted, later.lies)}) and ${later.refused} of ${later.truths} (${percent(later.refused, later.truths)}); control without the check: ${lied.lies} lies accepted`,
)
