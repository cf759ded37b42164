/** An element of a page that could be watched. Places are in pixels of the page. */
export interface PageElement {
  readonly selector: string
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Index of the element around it; -1 for none. */
  readonly parent: number
}

export interface FoundElements {
  readonly elements: readonly PageElement[]
  /** Width of the page as it is shown, which is that of its screenshot. */
  readonly width: number
  /** Whether the page has more. */
  readonly isCut: boolean
}

/**
 * Finds the visible elements with a selector for each, which names the element by what is likely to stay: an id, a test id, a class.
 * It is sent to the page as text, so it uses nothing from outside.
 */
export function findElements(): FoundElements {
  const elementsMax = 2_000
  const textMax = 120
  const namesMax = 6
  const skipped = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEMPLATE', 'LINK', 'META', 'BR', 'HEAD'])
  const known = new Map<Element, string>()

  // What is sent to the page has all of its functions within it.
  /* oxlint-disable unicorn/consistent-function-scoping */
  const isUnique = (selector: string) => document.querySelectorAll(selector).length === 1
  /** Names with numbers or hashes are made anew with each release of a site. */
  const isStable = (name: string) =>
    /^[a-zA-Z][\w-]{1,40}$/.test(name) && !/\d{2}|__[\w-]{5}$|^css-/.test(name)

  /* oxlint-enable unicorn/consistent-function-scoping */

  function listOwn(element: Element): string[] {
    const tag = element.localName
    const found = isStable(element.id) ? [`#${element.id}`] : []
    for (const name of ['data-testid', 'data-test', 'itemprop', 'name', 'aria-label']) {
      const value = element.getAttribute(name)
      if (value && /^[^"\\\n]{1,60}$/.test(value)) found.push(`${tag}[${name}="${value}"]`)
    }
    const classes = [...element.classList].filter(isStable).slice(0, namesMax)
    for (const name of classes) found.push(`${tag}.${name}`)
    if (classes.length > 1) found.push(`${tag}.${classes.join('.')}`)
    return ['main', 'article', 'h1', 'header', 'footer'].includes(tag) ? [...found, tag] : found
  }

  function writeSelector(element: Element): string {
    const before = known.get(element)
    if (before !== undefined) return before
    const parent = element.parentElement
    const own = listOwn(element)
    let selector = own.find(isUnique)
    if (selector === undefined && parent && parent !== document.documentElement) {
      const around = parent === document.body ? 'body' : writeSelector(parent)
      const alike = [...parent.children].filter(({ localName }) => localName === element.localName)
      const place = alike.length > 1 ? `:nth-of-type(${alike.indexOf(element) + 1})` : ''
      selector =
        own.map((one) => `${around} ${one}`).find(isUnique) ??
        `${around} > ${element.localName}${place}`
    }
    known.set(element, selector ?? element.localName)
    return selector ?? element.localName
  }

  const elements: PageElement[] = []
  const places = new Map<Element, number>()
  let isCut = false
  for (const element of document.body.querySelectorAll('*')) {
    if (skipped.has(element.tagName)) continue
    // Parts of a drawing are not text.
    if (element.parentElement?.closest('svg')) continue
    const box = element.getBoundingClientRect()
    if (box.width < 4 || box.height < 4) continue
    if (!element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })) continue
    if (elements.length >= elementsMax) {
      isCut = true
      break
    }
    let around = element.parentElement
    while (around && !places.has(around)) around = around.parentElement
    places.set(element, elements.length)
    elements.push({
      selector: writeSelector(element),
      text: (element.textContent ?? '')
        .slice(0, 2_000)
        .replaceAll(/\s+/g, ' ')
        .trim()
        .slice(0, textMax),
      x: Math.round(box.x + scrollX),
      y: Math.round(box.y + scrollY),
      width: Math.round(box.width),
      height: Math.round(box.height),
      parent: (around && places.get(around)) ?? -1,
    })
  }
  return { elements, width: innerWidth, isCut }
}
