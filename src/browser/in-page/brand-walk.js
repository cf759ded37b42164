/*
 * Runs in a world of its own inside the page, together with the other brand scripts: see ../in-page.ts.
 */

const elementsMax = 4_000
const foreign =
  /cookie|consent|gdpr|onetrust|didomi|usercentrics|cc-window|chat|intercom|drift|crisp|zendesk|recaptcha|\bad[s-]|advert|share|social/i

/** Reads the computed styles of the page in one walk, open shadow trees included. Writes nothing, loads nothing. */
export function walkStyles({ rgba, hex, chroma }, deadline) {
  const found = {
    /** Background of an element that covers most of the window. */
    cover: undefined,
    texts: new Map(),
    fonts: new Map(),
    links: new Map(),
    spacings: new Map(),
    buttons: [],
    inputs: [],
    logos: [],
    svgs: [],
    widths: [],
  }
  const stack = document.body ? [document.body] : []
  for (let visited = 0; stack.length > 0 && visited < elementsMax; visited += 1) {
    if (performance.now() > deadline) break
    const element = stack.pop()
    const style = getComputedStyle(element)
    const label = labelOf(element)
    if (isPassedOver(element, style, label)) continue
    for (const child of [...(element.shadowRoot ?? element).children].toReversed())
      stack.push(child)
    if (element.shadowRoot) for (const child of element.children) stack.push(child)
    const box = element.getBoundingClientRect()
    if (style.visibility === 'hidden' || box.width < 2 || box.height < 2) continue
    const seen = { element, style, label, box, background: rgba(style.backgroundColor) }
    noteColours(seen, found, { rgba, hex })
    noteParts(seen, found, { chroma })
  }
  return found
}

export const labelOf = (element) =>
  `${element.id} ${typeof element.className === 'string' ? element.className : (element.className?.baseVal ?? '')} ${element.getAttribute('aria-label') ?? ''}`

function isPassedOver(element, style, label) {
  if (style.display === 'none' || Number(style.opacity) < 0.1) return true
  if (element === document.body) return false
  const isLayer = style.position === 'fixed' && Number(style.zIndex) > 100
  return foreign.test(label) || (isLayer && !element.closest('header, nav'))
}

export function add(map, key, weight) {
  if (key) map.set(key, (map.get(key) ?? 0) + weight)
}

export const ranked = (map) =>
  [...map].toSorted((one, other) => other[1] - one[1]).map(([key]) => key)
export const top = (map) => ranked(map)[0]

const coverShare = 0.7

function noteColours({ element, style, box, background }, found, { rgba, hex }) {
  const area = Math.min(box.width, innerWidth) * Math.min(box.height, innerHeight)
  if (background[3] > 0.9 && area > coverShare * innerWidth * innerHeight)
    found.cover ??= hex(background)
  let own = 0
  for (const child of element.childNodes) if (child.nodeType === 3) own += child.data.trim().length
  if (own === 0) return
  const colour = hex(rgba(style.color))
  add(found.fonts, style.fontFamily, own)
  if (element.tagName === 'A' && element.closest('p, li, td, main, article'))
    add(found.links, colour, own)
  else if (!element.closest('a, button, footer')) add(found.texts, colour, own)
}

const spacingProperties = ['paddingTop', 'paddingLeft', 'marginTop', 'marginBottom', 'rowGap']

function noteParts(seen, found, { chroma }) {
  const { element, style, label, box } = seen
  if (isButton(seen))
    found.buttons.push({
      ...seen,
      score: buttonScore(seen, chroma),
      isAside: closestAcross(element, 'footer, aside') !== null,
    })
  if (isInput(element)) found.inputs.push(seen)
  const logo = logoScore(seen)
  if (logo > 0) found.logos.push({ ...seen, score: logo })
  if (element.tagName.toLowerCase() === 'svg' && logo <= 0 && box.width <= 64) found.svgs.push(seen)
  if (style.maxWidth.endsWith('px') && box.width > 300)
    found.widths.push({ label, width: parseFloat(style.maxWidth), area: box.width * box.height })
  for (const name of spacingProperties) {
    const pixels = parseFloat(style[name])
    if (pixels > 0 && pixels <= 96 && Number.isInteger(pixels)) add(found.spacings, pixels, 1)
  }
}

const isInput = (element) =>
  element.tagName === 'TEXTAREA' ||
  (element.tagName === 'INPUT' &&
    /^(?:text|email|search|tel|url|password|)$/.test(element.getAttribute('type') ?? ''))

function isButton({ element, label, box }) {
  const isNamed = element.tagName === 'A' && /(?:^|[-_ ])(?:btn|button|cta)/i.test(label)
  const isTyped = element.tagName === 'INPUT' && /submit|button/.test(element.type)
  const isOne =
    element.tagName === 'BUTTON' || element.getAttribute('role') === 'button' || isTyped || isNamed
  return isOne && box.width >= 40 && box.height >= 18 && box.width < 700 && box.height < 120
}

/** How likely a button carries the colour of the brand. */
function buttonScore({ element, label, box, background }, chroma) {
  let score = 0
  if (background[3] > 0.9)
    score += 2 + 4 * (chroma(background) / 255) + (chroma(background) > 40 ? 2 : 0)
  if (/primary|cta|main|hero/i.test(label)) score += 3
  if (
    /secondary|ghost|outline|link|close|toggle|icon|disabled|danger|warning|success|tab|menu|nav/i.test(
      label,
    )
  )
    score -= 3
  const around = (selector) => closestAcross(element, selector)
  if (around('header, nav')) score -= 0.5
  if (around('footer, aside')) score -= 2
  if (element.disabled) score -= 5
  if (around('main, form, section, [class*=hero]')) score += 1
  if (box.top < innerHeight) score += 1
  return score
}

/** `closest`, also out of shadow trees. */
export function closestAcross(element, selector) {
  for (let at = element; at; at = at.getRootNode().host) {
    const found = at.closest(selector)
    if (found) return found
  }
  return null
}

/** How likely a picture is the logo of the site: 0 when it is none. */
function logoScore({ element, style, label, box }) {
  const tag = element.tagName.toLowerCase()
  const isBackground = style.backgroundImage.startsWith('url(') && /logo|brand/i.test(label)
  if (tag !== 'img' && tag !== 'svg' && !isBackground) return 0
  if (box.width > 600 || box.height > 300 || box.top > innerHeight) return 0
  const link = closestAcross(element, 'a')
  const words = `${label} ${element.getAttribute('alt') ?? ''} ${element.getAttribute('src') ?? ''} ${link ? labelOf(link) : ''} ${labelOf(element.parentElement ?? element)}`
  let score = 0
  if (/logo|brand/i.test(words)) score += 4
  if (link && isHome(link)) score += 3
  if (closestAcross(element, 'header, nav, [role=banner]')) score += 2
  if (closestAcross(element, 'footer, main, article')) score -= 3
  if (box.top < 150 && box.left < innerWidth / 2) score += 1
  if (/partner|client|customer|sponsor|payment|badge|award|app-?store/i.test(words)) score -= 5
  return score > 3 ? score : 0
}

function isHome(link) {
  const href = link.getAttribute('href') ?? ''
  return href === '/' || href === './' || link.href === `${location.origin}/` || link.rel === 'home'
}
