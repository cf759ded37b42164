import type { PageVersion } from '#changes/page-version.ts'
import { quantitiesIn, type Quantity } from '#content/fill/quantities.ts'
import { readInStock } from '#content/html/facts/stock-words.ts'
import type { Document } from '#formats/document.ts'
import type { Rule } from './watch.ts'
import { isShown, readPlain } from './watched-text.ts'

/** What a rule looks at: a number, whether a text or the product is there, or null when the page does not say. */
export type FoundValue = number | boolean | null

export type ProductFacts = Pick<NonNullable<Document['product']>, 'variants'>

const searchedMax = 200_000

/** What each rule finds in the watched text, or in the product of the page. */
export function findValues(
  rules: readonly Rule[],
  { markdown }: Pick<PageVersion, 'markdown'>,
  page: { readonly product: ProductFacts | undefined; readonly isPart: boolean },
): FoundValue[] {
  const text = () => readCurrent(markdown)
  return rules.map((rule) => {
    if (rule.type === 'text') return isShown(rule.text, markdown)
    if (rule.type === 'number') return findNumber(text(), rule.after)
    const [variant] = page.product?.variants ?? []
    if (rule.type === 'stock') return variant?.availability.inStock ?? findStock(markdown)
    const declared = variant?.price?.amount ?? null
    const shown = findPrice(text())
    // A selected part is what its price is wanted of; a whole page shows many prices.
    return page.isPart ? (shown ?? declared) : (declared ?? shown)
  })
}

/** The text of the page without what is struck through, addresses and the numbers of lists. */
const readCurrent = (markdown: string) =>
  readPlain(
    markdown
      .slice(0, searchedMax)
      .replaceAll(/~~[^~]*~~/g, ' ')
      .replaceAll(/^[ \t]{0,8}\d{1,3}[.)] /gm, ' '),
  )

function findNumber(text: string, after: string | undefined): number | null {
  const label = after?.toLowerCase().replaceAll(/\s+/g, ' ')
  const at = label === undefined ? 0 : text.toLowerCase().indexOf(label)
  if (at < 0) return null
  const [first] = quantitiesIn(text.slice(at + (label?.length ?? 0)))
  return first ? scaled(first) : null
}

const scaled = ({ value, scale }: Quantity) => Math.round(value * scale * 1e6) / 1e6

function findPrice(text: string): number | null {
  const quantities = quantitiesIn(text)
  const price = quantities.find(({ sign }) => sign !== undefined)
  return price ? scaled(price) : null
}

/** The first line that says it decides. */
function findStock(markdown: string): boolean | null {
  for (const line of markdown.slice(0, searchedMax).split('\n')) {
    const inStock = readInStock(readPlain(line).slice(0, 200))
    if (inStock !== undefined) return inStock
  }
  return null
}
