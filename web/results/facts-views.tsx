import { isObject, type Json } from '../json.ts'
import { toText } from '../format.ts'
import { JsonTree } from '../ui/json-tree.tsx'
import { Table, type Column } from '../ui/table.tsx'
import * as words from '../words/en/results.ts'
import * as terms from '../words/en/terms.ts'

const asList = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter(isObject) : []

/** `34.90 EUR`. */
function formatPrice(price: unknown): string {
  if (!isObject(price)) return ''
  const { formatted, amount, currency } = price
  if (typeof formatted === 'string') return formatted
  return [toText(amount), toText(currency)]
    .filter((text) => text !== '' && text !== 'null')
    .join(' ')
}

function formatStock(availability: unknown): string {
  if (!isObject(availability)) return ''
  const { inStock, text } = availability
  return typeof text === 'string' ? text : inStock === true ? words.stockYes : words.stockNo
}

const variantColumns: readonly Column<Json>[] = [
  {
    title: words.variantName,
    cell: ({ title, values, sku }) =>
      isObject(values) && Object.keys(values).length > 0
        ? Object.entries(values)
            .map(([name, value]) => `${name}: ${toText(value)}`)
            .join(', ')
        : toText(title ?? sku ?? ''),
  },
  { title: terms.thingPrice, isRight: true, cell: ({ price }) => <b>{formatPrice(price)}</b> },
  {
    title: terms.viewBefore,
    isRight: true,
    cell: ({ sale }) => (isObject(sale) ? <s>{formatPrice(sale['originalPrice'])}</s> : ''),
  },
  { title: words.variantStock, cell: ({ availability }) => formatStock(availability) },
]

export function ProductView({ product }: { product: Json }) {
  const { title, brand, category, description, variants } = product
  const rows = asList(variants)
  return (
    <div class="fact-view">
      <h3>{toText(title)}</h3>
      <p class="faint">
        {[brand, category]
          .filter((one) => one !== undefined)
          .map(toText)
          .join(' · ')}
      </p>
      {description !== undefined && <p>{toText(description)}</p>}
      <Table
        label={words.productVariants}
        columns={variantColumns}
        rows={rows}
        makeKey={(row) => String(rows.indexOf(row))}
      />
    </div>
  )
}

export function MenuView({ menu }: { menu: Json }) {
  const { isMenu, merchant, sections } = menu
  if (isMenu === false) return <p class="fact-view">{words.menuNone}</p>
  return (
    <div class="fact-view">
      {isObject(merchant) && <h3>{toText(merchant['name'])}</h3>}
      {asList(sections).map(({ id, name, items }) => (
        <section key={toText(id)}>
          <h4>{toText(name)}</h4>
          <ul class="menu-items">
            {asList(items).map((item) => (
              <li key={toText(item['id'])}>
                <span>
                  <b>{toText(item['name'])}</b>
                  {item['description'] !== undefined && (
                    <small>{toText(item['description'])}</small>
                  )}
                </span>
                <b>{formatPrice(item['price'])}</b>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

const isColour = (text: unknown): text is string =>
  typeof text === 'string' && /^#[\da-f]{3,8}$/i.test(text)

export function BrandingView({ branding }: { branding: Json }) {
  const { colors, fonts, brandName, ...rest } = branding
  const shown = isObject(colors) ? Object.entries(colors) : []
  return (
    <div class="fact-view">
      {brandName !== undefined && <h3>{toText(brandName)}</h3>}
      <h4>{words.brandColours}</h4>
      <ul class="swatches">
        {shown.map(([name, colour]) =>
          isColour(colour) ? (
            <li key={name}>
              <svg viewBox="0 0 10 10" aria-hidden="true">
                <rect width="10" height="10" fill={colour} />
              </svg>
              <span>{name}</span>
              <code>{colour}</code>
            </li>
          ) : null,
        )}
      </ul>
      {asList(fonts).length > 0 && (
        <>
          <h4>{words.brandFonts}</h4>
          <p>
            {asList(fonts)
              .map(({ family }) => toText(family))
              .join(', ')}
          </p>
        </>
      )}
      <h4>{words.brandRest}</h4>
      <JsonTree value={rest} />
    </div>
  )
}
