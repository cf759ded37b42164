// acceptance: quick
/**
 * A model that fills every field of 200 pages with plausible values of other pages: at most 3 % of them reach the caller, and
 * each of the others is named in a warning. Control: without the evidence check all of them do.
 */
import { jsonOfPage } from '#answers/json.ts'
import { pageWorkHere } from '#test/fixtures/page-work.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { makeMaterial } from '#test/fixtures/material.ts'
import { caller, openScriptedLlm } from '#test/fixtures/scripted-llm.ts'
import { startScriptedModel } from '#test/scripted-model.ts'

const pages = 200
const reachedMax = 0.03

interface Lamp {
  readonly name: string
  readonly maker: string
  readonly price: number
  readonly sku: string
  readonly released: string
  readonly weightGrams: number
  readonly manual: string
}

const makers = ['Lumo', 'Norda', 'Petrel', 'Quill', 'Ravn', 'Sable', 'Tarn', 'Umbra', 'Vesper']
/** Small and round numbers repeat, so that a page may hold a value of another page by chance. */
const makeLamp = (at: number): Lamp => ({
  name: `${makers[at % makers.length]} lamp ${100 + at * 7}`,
  maker: `${makers[at % makers.length]} Works ${at % 23}`,
  price: 5 + ((at * 37) % 900) + ((at * 13) % 100) / 100,
  sku: `${(at * 7919).toString(36).toUpperCase()}-${10_000 + at * 911}`,
  released: `20${10 + (at % 15)}-${String(1 + (at % 12)).padStart(2, '0')}-${String(1 + ((at * 3) % 28)).padStart(2, '0')}`,
  weightGrams: 200 + ((at * 53) % 4_000),
  manual: `https://site.example/manuals/${at}.pdf`,
})

const makePage = (
  lamp: Lamp,
) => `<!doctype html><title>${lamp.name}</title><main><h1>${lamp.name}</h1>
  <p>Made by ${lamp.maker}. Price: $${lamp.price.toFixed(2)}. Item No. ${lamp.sku}.</p>
  <p>Released ${lamp.released}. It weighs ${lamp.weightGrams} grams. <a href="${lamp.manual}">Manual</a></p></main>`

const text = { type: 'string' }
const number = { type: 'number' }
const schema = {
  type: 'object',
  properties: {
    name: text,
    maker: text,
    price: number,
    sku: text,
    released: text,
    weightGrams: number,
    manual: text,
  },
  required: ['price', 'sku'],
}

let at = 0
/** To every question it gives the values of another page; to questions about single values too. */
const lie = () => ({ text: JSON.stringify(makeLamp((at + 61) % pages)) })
await using model = await startScriptedModel(lie)
await using llm = openScriptedLlm({ provider: 'compatible', url: model.urls.compatible })

let [invented, reached, named] = [0, 0, 0]
for (; at < pages; at++) {
  const truth = makeLamp(at)
  const lies = makeLamp((at + 61) % pages)
  const material = makeMaterial(makePage(truth))
  const page = { title: truth.name, url: `https://site.example/${at}`, material }
  // With a prompt nothing is filled from what the page declares.
  const wanted = { schema, prompt: 'The lamp' }
  const { value, warnings } = await jsonOfPage(page, wanted, {
    model: llm.model,
    caller: caller(),
    work: pageWorkHere,
  })
  const members = value as Readonly<Record<string, unknown>>
  const warning = warnings.join(' ')
  for (const [name, lied] of Object.entries(lies)) {
    if (lied === truth[name as keyof Lamp]) continue
    invented += 1
    if (members[name] === lied) reached += 1
    else if (new RegExp(`\\b${name}\\b`).test(warning)) named += 1
  }
}
const left = invented - reached
report(
  'invented-values',
  reached <= invented * reachedMax && named === left && invented > pages * 5,
  `${reached} of ${invented} invented values on ${pages} pages reached the caller (${((reached / invented) * 100).toFixed(2)} %), ${named} of ${left} others are named; control without the check: ${invented}`,
)
