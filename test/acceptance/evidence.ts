// acceptance: quick
/**
 * Values that a page contains in any notation are accepted; values of other pages are rejected. Control: a check that accepts
 * everything rejects none.
 */
import { checkEvidence } from '#answers/check-evidence.ts'
import { report } from '#test/fixtures/acceptance.ts'
import { makeMaterial } from '#test/fixtures/material.ts'

const pages = 140
const keptMin = 0.995
const refusedMin = 0.93

const makers = 'Lumo Norda Petrel Quill Ravn Sable Tarn Umbra Vesper Wick Xylo Yarrow Zephyr'.split(
  ' ',
)
const months =
  'January February March April May June July August September October November December'.split(' ')

const words =
  'amber birch cedar dusk ember fjord grove harbour islet juniper kelp lantern meadow north orchard pebble quarry reed shore thicket upland valley willow yonder amble brook cliff drift'.split(
    ' ',
  )

interface Truth {
  readonly name: string
  readonly brand: string
  readonly price: number
  readonly sku: string
  readonly date: string
  readonly link: string
  readonly quote: string
}

/** Numbers that repeat: a page can contain a value of another page by chance. */
function makeTruth(at: number): Truth {
  const maker = makers[at % makers.length] ?? ''
  return {
    name: `${maker} lamp ${100 + at * 7}`,
    brand: maker,
    price: 5 + ((at * 37) % 900) + ((at * 13) % 100) / 100,
    sku: `${maker.slice(0, 2).toUpperCase()}-${10_000 + at * 911}`,
    date: `20${10 + (at % 15)}-${String(1 + (at % 12)).padStart(2, '0')}-${String(1 + ((at * 3) % 28)).padStart(2, '0')}`,
    link: `https://site.example/lamps/${at}`,
    quote: Array.from(
      { length: 9 },
      (_, word) => words[(at * 17 + word * word * 7 + word) % words.length],
    ).join(' '),
  }
}

const shown = [
  (price: number) => `$${price.toFixed(2)}`,
  (price: number) => `${price.toFixed(2).replace('.', ',')} €`,
  (price: number) => `EUR ${price.toLocaleString('en-US', { minimumFractionDigits: 2 })}`,
]

function makePage({ name, brand, price, sku, date, link, quote }: Truth, at: number): string {
  const [year = '', month = '', day = ''] = date.split('-')
  const written = at % 2 === 0 ? `${months[Number(month) - 1]} ${Number(day)}, ${year}` : date
  return `<!doctype html><title>${name}</title><main><h1>${name}</h1><p>Made by ${brand}. Price: ${shown[at % 3]?.(price)}.
    Item No. ${sku}. Published ${written}.</p><p>“${quote}.” <a href="${new URL(link).pathname}">More</a></p></main>`
}

const truths = Array.from({ length: pages }, (_, at) => makeTruth(at))
let [kept, all, refused, foreign] = [0, 0, 0, 0]
for (const [at, truth] of truths.entries()) {
  const material = makeMaterial(makePage(truth, at))
  const other = truths[(at + 37) % pages] ?? truth
  const strange = Object.fromEntries(
    Object.entries(other).filter(([name, value]) => value !== truth[name as keyof Truth]),
  )
  all += Object.keys(truth).length
  const own = await checkEvidence(truth, undefined, material)
  kept += Object.keys(truth).length - own.refused.length
  foreign += Object.keys(strange).length
  const foreignValues = await checkEvidence(strange, undefined, material)
  refused += foreignValues.refused.length
}
report(
  'evidence',
  kept / all >= keptMin && refused / foreign >= refusedMin,
  `${kept} of ${all} true values accepted, ${refused} of ${foreign} values of other pages rejected; control "always found" rejects 0 of ${foreign}`,
)
