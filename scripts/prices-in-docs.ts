import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { prices } from '#credits/prices.ts'

/** Pages that name prices, with the numbers of the table: `2<!-- price.browserMinute -->`, `10<!-- price.page x10 -->`. */
export function pagesWithPrices(root: string): Record<string, string> {
  const pages = globSync(['docs/**/*.md', 'skills/**/*.md'], { cwd: root })
  const marked = pages.map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)
  return Object.fromEntries(
    marked
      .filter(([, text]) => text.includes('<!-- price.'))
      .map(([path, text]) => [path, withPrices(text, path)]),
  )
}

const table: Readonly<Record<string, number>> = prices

const withPrices = (text: string, path: string) =>
  text.replaceAll(/\d+(?=<!-- price\.([\w ]+) -->)/g, (_number, mark: string) => {
    const [name = '', times = 'x1'] = mark.split(' ')
    const price = table[name]
    if (price === undefined) throw new Error(`${path}: credits/prices.ts has no price ${name}.`)
    return String(price * Number(times.slice(1)))
  })
