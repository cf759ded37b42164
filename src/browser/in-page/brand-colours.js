/*
 * Runs in a world of its own inside the page, together with the other brand scripts: see ../in-page.ts.
 */

/** Reads colours of any notation (oklch, color-mix, names) by drawing one pixel. */
export function createColours() {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const known = new Map()
  const rgba = (css) => {
    const found = known.get(css)
    if (found) return found
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = '#000'
    canvas.fillStyle = css
    canvas.fillRect(0, 0, 1, 1)
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data
    const colour = [red, green, blue, alpha / 255]
    known.set(css, colour)
    return colour
  }
  return { rgba, hex, chroma, luminance }
}

const hex = ([red, green, blue]) =>
  `#${[red, green, blue]
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()}`

const chroma = ([red, green, blue]) => Math.max(red, green, blue) - Math.min(red, green, blue)

const luminance = ([red, green, blue]) => (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255

const propertiesMax = 3_000
const roles = {
  primary:
    /^--(?:[a-z]+-)?(?:colou?r-)?(?:brand|primary)(?:-colou?r|-500|-600|-default|-main|-base)?$/i,
  secondary: /^--(?:[a-z]+-)?(?:colou?r-)?secondary(?:-colou?r|-500|-main|-base)?$/i,
  accent: /^--(?:[a-z]+-)?(?:colou?r-)?accent(?:-colou?r|-500|-main|-base)?$/i,
  success: /^--(?:[a-z]+-)?(?:colou?r-)?(?:success|positive)(?:-colou?r|-500|-main|-base)?$/i,
  warning: /^--(?:[a-z]+-)?(?:colou?r-)?(?:warning|caution)(?:-colou?r|-500|-main|-base)?$/i,
  error:
    /^--(?:[a-z]+-)?(?:colou?r-)?(?:error|danger|negative|destructive)(?:-colou?r|-500|-main|-base)?$/i,
}

/** Colours that custom properties of the root name after their role. */
export function namedColours({ rgba, hex: toHex }) {
  const colours = {}
  let seen = 0
  for (const [name, values] of document.documentElement.computedStyleMap?.() ?? []) {
    if (!name.startsWith('--')) continue
    seen += 1
    if (seen > propertiesMax) break
    for (const [role, pattern] of Object.entries(roles)) {
      if (colours[role] || !pattern.test(name)) continue
      const css = String(values[0]).trim()
      if (CSS.supports('color', css)) colours[role] = toHex(rgba(css))
    }
  }
  return colours
}
