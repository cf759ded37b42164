// acceptance: quick
/**
 * A table of 300 rows, five times the context of the language model, comes back whole: every row once, in the order of the page,
 * with and without answers that are cut at the output limit. Control: a reader that shows the model only what fits.
 */
import { tokensLeft } from '#answers/ask-parts.ts'
import { jsonOfPage } from '#answers/json.ts'
import { pageWorkHere } from '#test/fixtures/page-work.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { makeMaterial } from '#test/fixtures/material.ts'
import { caller, openScriptedLlm } from '#test/fixtures/scripted-llm.ts'
import { startScriptedModel, type Script } from '#test/scripted-model.ts'

const rows = 300
const contextTokens = 4_096
const contexts = 5
const words =
  'amber birch cedar dusk ember fjord grove harbour islet juniper kelp lantern meadow north orchard'.split(
    ' ',
  )

const makeName = (row: number) => `Item ${row + 1} of the list`
const writeNote = (row: number) =>
  Array.from({ length: 47 }, (_, at) => words[(row * 7 + at * at) % words.length]).join(' ')
const html = `<!doctype html><title>Items</title><main><h1>Items</h1><table><tr><th>Name</th><th>Price</th><th>Note</th></tr>
${Array.from({ length: rows }, (_, row) => `<tr><td>${makeName(row)}</td><td>$${1_000 + row}.50</td><td>${writeNote(row)}</td></tr>`).join('\n')}</table></main>`

const shownIn = (text: string) =>
  [...text.matchAll(/\| (Item \d+ of the list) \| \$([\d.]+) \|/g)].map(([, name, price]) => ({
    name: name ?? '',
    price: Number(price),
  }))

/** Answers with the rows that it is shown; longer answers than `rowsMax` are cut. */
const reader =
  (rowsMax: number): Script =>
  ({ texts }) => {
    const items = shownIn(texts.at(-1)?.text ?? '')
    return items.length > rowsMax
      ? { text: '{"items":[{"name":', finish: 'length', usage: null }
      : { text: JSON.stringify({ items }), usage: null }
  }

const schema = {
  type: 'object',
  properties: {
    items: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, price: { type: 'number' } },
        required: ['name', 'price'],
      },
    },
  },
}
interface Items {
  readonly items: readonly { readonly name: string; readonly price: number }[]
}

// The whole page: which rows are main content is measured elsewhere.
const material = makeMaterial(html, [], false)
const page = { title: 'Items', url: 'https://site.example/items', material }
let size = 0
let control = 0

/** Rows that came back at their place, and all that came back. */
async function read(rowsMax: number) {
  await using server = await startScriptedModel(reader(rowsMax))
  const url = server.urls.compatible
  const settings = { provider: 'compatible', contextTokens, outputTokensMax: 2_048 } as const
  await using llm = openScriptedLlm({ ...settings, url })
  const { model } = llm
  size = model.count(material.markdown) / contextTokens
  const fitting = material.markdown.slice(
    0,
    Math.floor(
      (material.markdown.length * (await tokensLeft(model, ''))) / model.count(material.markdown),
    ),
  )
  control = shownIn(fitting).length
  const { value, warnings } = await jsonOfPage(
    page,
    { schema },
    {
      model,
      caller: caller(),
      work: pageWorkHere,
    },
  )
  const { items } = value as Items
  const right = items.filter(
    ({ name, price }, row) => name === makeName(row) && price === 1_000.5 + row,
  ).length
  return { right, all: items.length, calls: server.requests.length, warnings }
}

const whole = await read(rows)
const cut = await read(8)
report(
  'long-page',
  [whole, cut].every(
    ({ right, all, warnings }) => right === rows && all === rows && warnings.length === 0,
  ) &&
    size >= contexts &&
    cut.calls > whole.calls &&
    control <= rows / contexts,
  `${whole.right} of ${rows} rows of a table of ${size.toFixed(1)} contexts at their place, ${whole.all - whole.right} others, in ${whole.calls} calls; ${cut.right} of ${rows} in ${cut.calls} calls when answers are cut; control: ${control} rows fit into the context`,
)
