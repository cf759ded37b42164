// acceptance: quick, together
/**
 * Models that work badly: a sloppy one leaves out required members and is asked once more, so that they are filled or null and
 * named; of a slow one, whose connection is closed, a schema is filled by rules in the time that is left, for the price of the
 * page, and a prompt ends with the timeout, free of charge. Control: the raw answers of the sloppy model do not fit the schema.
 */
import { schemaErrors } from '#llm/schema-thread.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { modelPage, startModelService } from '#test/fixtures/model-service.ts'
import type { Step } from '#test/scripted-model.ts'

const pages = 30
const pagePrice = 5
const slowTimeoutMs = 7_000

const text = { type: 'string' }
const schema = {
  type: 'object',
  properties: { name: text, maker: text, sku: text, year: { type: 'integer' } },
  required: ['name', 'maker', 'sku', 'year'],
}
const makeThing = (at: number) => ({
  name: `Lamp ${at}`,
  maker: `Works ${at}`,
  sku: `L-${1_000 + at}`,
  year: 1_900 + at,
})
/** Every third page does not name its maker. */
const hasMaker = (at: number) => at % 3 !== 0
const makePage = (at: number) => {
  const { name, maker, sku, year } = makeThing(at)
  const made = hasMaker(at) ? ` by ${maker}` : ''
  const page = modelPage(`<p>${name} was made${made} in ${year}. Its number is ${sku}.</p>`)
  // The name that a page gives itself counts more than one of a model.
  return page.replaceAll('Weir Mill', name)
}

let raw = 0
let asked = 0
/** Leaves out two members of the first answer; answers single questions. */
function sloppy(shown: string, wanted: string): Step {
  const at = Number(/Lamp (\d+) was made/.exec(shown)?.[1])
  const { name, maker, sku, year } = makeThing(at)
  if (!wanted.includes('"value1"')) {
    const first = { name, year }
    if (schemaErrors({ schema, value: first }).length > 0) raw += 1
    return { text: JSON.stringify({ ...first, maker: null, sku: null }), usage: null }
  }
  asked += 1
  return { text: JSON.stringify({ value1: maker, value2: sku }), usage: null }
}

await using started = await startModelService(
  ({ texts, schema: wanted }) => {
    const shown = texts.map(({ text: said }) => said).join('\n')
    return shown.includes('A slow page') ? { hangs: true } : sloppy(shown, JSON.stringify(wanted))
  },
  {
    ...Object.fromEntries(Array.from({ length: pages }, (_, at) => [`/${at}`, makePage(at)])),
    '/slow': modelPage('<p>A slow page.</p>'),
  },
)
const formats = [{ type: 'json', schema }]
const creditsLeft = async () => {
  const { body } = await started.service.ask('GET', '/v2/team/credit-usage')
  return Number(body.data.remainingCredits)
}

const before = await creditsLeft()
let [right, named] = [0, 0]
for (let at = 0; at < pages; at++) {
  const { data } = await started.scrape(`/${at}`, formats)
  const wanted = { ...makeThing(at), ...(!hasMaker(at) && { maker: null }) }
  if (Object.entries(wanted).every(([name, value]) => data.json?.[name] === value)) right += 1
  if (hasMaker(at) || /null: maker\b/.test(data.warning ?? '')) named += 1
}
const charged = before - (await creditsLeft())

async function scrapeSlow(prompt: string | undefined) {
  const since = await creditsLeft()
  const startedAt = performance.now()
  const asking = [{ type: 'json', schema, ...(prompt !== undefined && { prompt }) }]
  const { status, data } = await started.scrape('/slow', asking, { timeout: slowTimeoutMs })
  const seconds = (performance.now() - startedAt) / 1_000
  const isByRules = /rules|without a language model/.test(data.warning ?? '')
  return { status, seconds, isByRules, credits: since - (await creditsLeft()) }
}
const filled = await scrapeSlow(undefined)
const prompted = await scrapeSlow('The lamp')
while (started.model.aborted.length < 2) await new Promise((resolve) => setImmediate(resolve))

report(
  'model-roles',
  right === pages &&
    named === pages &&
    asked === pages &&
    charged === pages * pagePrice &&
    filled.status === 200 &&
    filled.isByRules &&
    filled.credits === 1 &&
    prompted.status === 408 &&
    prompted.credits === 0 &&
    raw === pages,
  `${right} of ${pages} answers of a sloppy model completed or null, ${named} named, ${asked} asked once more, ${charged} credits; a slow model: a schema filled by rules after ${filled.seconds.toFixed(1)} of ${slowTimeoutMs / 1_000} s for ${filled.credits} credit, a prompt ended with ${prompted.status} for ${prompted.credits}, ${started.model.aborted.length} of 2 connections closed; control: ${raw} raw answers do not fit`,
)
