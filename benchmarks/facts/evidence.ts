/**
 * Whether the check for evidence accepts the true values of shop pages, and rejects those of other shops:
 * `node benchmarks/facts/evidence.ts FOLDER [show]`, where FOLDER holds `truth.json` and `html/ID.html.gz`. Control: a check that
 * accepts everything rejects none.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { checkEvidence } from '#answers/check-evidence.ts'
import { readPage } from '#content/pipeline.ts'
import { contentRequest } from '#fixtures/content-request.ts'

const members = ['price', 'sku', 'brand', 'mpn', 'gtin'] as const
type Truth = { readonly url: string } & Partial<Record<(typeof members)[number], readonly string[]>>

const [folder, shown] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder of the pages.')
const truths = Object.entries(
  JSON.parse(readFileSync(join(folder, 'truth.json'), 'utf8')) as Record<string, Truth>,
)
const distance = 37
const valueOf = (name: string, text: string) => (name === 'price' ? Number(text) : text)

let [kept, all, refused, foreign] = [0, 0, 0, 0]
for (const [index, [id, truth]] of truths.entries()) {
  const body = gunzipSync(readFileSync(join(folder, 'html', `${id}.html.gz`)))
  // Labels also name values of the part around the product.
  const request = { formats: [], material: { queries: [] }, onlyMainContent: true, url: truth.url }
  const { material } = readPage(contentRequest(body, request)).internal
  if (!material) throw new Error(`Page ${id} has no material.`)
  const [, other] = truths[(index + distance) % truths.length] ?? []
  const isHeld = async (name: string, text: string) => {
    const checked = await checkEvidence({ [name]: valueOf(name, text) }, undefined, material)
    return checked.refused.length === 0
  }
  for (const name of members) {
    const [own] = truth[name] ?? []
    if (own !== undefined) {
      all += 1
      if (await isHeld(name, own)) kept += 1
      else if (shown) console.log('rejected', id, name, own)
    }
    const [strange] = other?.[name] ?? []
    if (strange === undefined || truth[name]?.includes(strange) === true) continue
    foreign += 1
    if (!(await isHeld(name, strange))) refused += 1
    else if (shown) console.log('accepted', id, name, strange)
  }
}
console.log(
  `${kept} of ${all} true values accepted (${((100 * kept) / all).toFixed(1)} %), ${refused} of ${foreign} values of other pages rejected (${((100 * refused) / foreign).toFixed(1)} %); control "always found" rejects 0`,
)
