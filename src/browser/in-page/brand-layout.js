/*
 * Runs in a world of its own inside the page, together with the other brand scripts: see ../in-page.ts.
 */
import { ranked, top } from './brand-walk.js'

const styleOf = (selector) => {
  const element = document.querySelector(selector)
  return element ? getComputedStyle(element) : undefined
}

const clean = (families) =>
  families?.split(',').map((family) => family.trim().replaceAll(/^["']|["']$/g, ''))
const familiesMax = 6

const weight = (style) => (style ? Number(style.fontWeight) : undefined)

/** Fonts by the amount of text in them, and sizes, weights and line heights of the usual elements. */
export function typographyOf(fonts) {
  const body = styleOf('p') ?? (document.body && getComputedStyle(document.body))
  const [h1, h2, h3] = ['h1', 'h2', 'h3'].map(styleOf)
  const small = styleOf('small')
  const code = styleOf('code, pre')
  const bold = styleOf('strong, b')
  const main = clean(top(fonts))
  const families = [...new Set(ranked(fonts).map((stack) => clean(stack)[0]))].slice(0, familiesMax)
  const heading = clean((h1 ?? h2)?.fontFamily)
  return {
    fonts: families.map((family) => ({ family })),
    typography: {
      fontFamilies: {
        primary: main?.[0],
        heading: heading?.[0],
        code: clean(code?.fontFamily)?.[0],
      },
      fontStacks: {
        primary: main,
        heading,
        body: clean(body?.fontFamily),
        paragraph: clean(body?.fontFamily),
      },
      fontSizes: {
        h1: h1?.fontSize,
        h2: h2?.fontSize,
        h3: h3?.fontSize,
        body: body?.fontSize,
        small: small?.fontSize,
      },
      fontWeights: { regular: weight(body), bold: weight(bold) ?? weight(h1) },
      lineHeights: { heading: (h1 ?? h2)?.lineHeight, body: body?.lineHeight },
    },
  }
}

/** The unit that most distances are multiples of, and the roundness of buttons. */
export function spacingOf({ spacings }, button) {
  let [all, eights] = [0, 0]
  for (const [pixels, count] of spacings) {
    if (pixels % 4 !== 0) continue
    all += count
    if (pixels % 8 === 0) eights += count
  }
  const baseUnit = eights * 5 >= all * 4 && all > 0 ? 8 : 4
  return { baseUnit, borderRadius: button?.style.borderTopLeftRadius }
}

/** Sizes of the page's frame in CSS pixels. */
export function layoutOf(widths) {
  const widest = widths.toSorted((one, other) => other.area - one.area)[0]
  const grid = [...document.querySelectorAll('main *')]
    .slice(0, gridsMax)
    .find((element) => getComputedStyle(element).display === 'grid')
  const columns = grid ? getComputedStyle(grid).gridTemplateColumns.split(' ').length : undefined
  return {
    grid: { columns, maxWidth: widest ? `${widest.width}px` : undefined },
    headerHeight: heightOf('header'),
    footerHeight: heightOf('footer'),
  }
}

const gridsMax = 300

function heightOf(selector) {
  const height = document.querySelector(selector)?.getBoundingClientRect().height
  return height ? `${Math.round(height)}px` : undefined
}
