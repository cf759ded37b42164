/*
 * Runs in a world of its own inside the page, together with the other brand scripts: see ../in-page.ts.
 */

const inlineLengthMax = 100_000
const blocksMax = 20
const blockLengthMax = 500_000

const linked = (selector) => document.querySelector(selector)?.href || null

/** Addresses of the pictures of a brand: its logo in the page, else in the structured data, else the touch icon. */
export function brandPictures(logos) {
  const best = logos.toSorted((one, other) => other.score - one.score)[0]
  const icon = linked('link[rel~=icon]')
  const touch = linked('link[rel~=apple-touch-icon]')
  const meta = document.querySelector('meta[property="og:image"]')?.content
  const organization = declaredOrganization()
  return {
    logo: (best && addressOf(best)) ?? pictureOf(organization?.logo) ?? touch,
    favicon: icon ?? touch ?? null,
    ogImage: absolute(meta) ?? null,
    name: nameOf(organization, best),
  }
}

function addressOf({ element, style }) {
  if (element.tagName === 'IMG') return element.currentSrc || element.src || undefined
  const [, url] = /^url\("?([^")]*)"?\)/.exec(style.backgroundImage) ?? []
  if (url) return absolute(url)
  const copy = element.cloneNode(true)
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  // A logo that has the colour of its text keeps it outside of the page.
  copy.style.color = style.color
  const text = new XMLSerializer().serializeToString(copy)
  return text.length > inlineLengthMax
    ? undefined
    : `data:image/svg+xml,${encodeURIComponent(text)}`
}

/** A picture of structured data is an address, an object with one, or a list of them. */
function pictureOf(picture) {
  const [first] = [picture].flat()
  return (
    absolute(first?.url) ??
    absolute(first?.contentUrl) ??
    absolute(first?.['@id']) ??
    absolute(first)
  )
}

function absolute(address) {
  if (typeof address !== 'string' || address === '') return undefined
  return URL.parse(address, document.baseURI)?.href
}

const organizationTypes = /Organization|Corporation|LocalBusiness|Brand|Store|Restaurant/

function declaredOrganization() {
  const blocks = [...document.querySelectorAll('script[type="application/ld+json"]')].slice(
    0,
    blocksMax,
  )
  for (const block of blocks) {
    if (block.textContent.length > blockLengthMax) continue
    try {
      const value = JSON.parse(block.textContent)
      const objects = [value, value['@graph'], value.publisher].flat().filter(Boolean)
      const found = objects.find(
        (one) => organizationTypes.test(String(one['@type'])) && (one.name || one.logo),
      )
      if (found) return found
    } catch {
      // A block that is no JSON says nothing.
    }
  }
  return undefined
}

const nameLengthMax = 80

function nameOf(organization, logo) {
  const site = document.querySelector('meta[property="og:site_name"]')?.content
  const alt = logo?.element.getAttribute('alt') ?? logo?.element.getAttribute('aria-label')
  const last = document.title.split(/\s[|–—·-]\s/).at(-1)
  const names = [site, organization?.name, alt?.replace(/\s*\blogo\b\s*/i, ' '), last]
  return names
    .map((name) => (typeof name === 'string' ? name.trim().slice(0, nameLengthMax) : ''))
    .find(Boolean)
}
