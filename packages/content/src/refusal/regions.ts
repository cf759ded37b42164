import type { RefusalKind } from './refusal.ts'
import { hasName, isScripted, showsStatus, wallNamedBy } from './wall-names.ts'

type Attributes = Readonly<Record<string, string>>

/** Elements whose text is not that of the page itself. */
const frame = new Set('a nav footer header button label h1 h2 h3 option'.split(' '))
const bannerName = /cookie|consent|gdpr|privacy/i

const mayBeBanner = new Set(['div', 'section', 'aside', 'dialog'])

function isBanner(name: string, attributes: Attributes): boolean {
  const { id = '', class: classes = '' } = attributes
  if (!mayBeBanner.has(name) || !hasName(attributes)) return false
  return bannerName.test(`${id.slice(0, 200)} ${classes.slice(0, 200)}`)
}

/** The parts of a page whose text counts differently, while its elements are read. */
export function createRegions() {
  const regions = {
    frames: createOutermost(),
    banners: createOutermost(),
    /** Elements that are named after a wall. */
    walls: createOutermost(),
    /** Elements that show the number of an error. */
    statuses: createOutermost(),
    /** Elements that scripts would show. */
    unshown: createOutermost(),
  }
  const { frames, banners, walls, statuses, unshown } = regions
  const all = Object.values(regions)
  return {
    ...regions,
    /** Takes an opened element; returns the kind of wall that it is named after. */
    open(name: string, attributes: Attributes, depth: number): RefusalKind | undefined {
      if (frame.has(name)) frames.open(depth)
      if (isBanner(name, attributes)) banners.open(depth)
      if (name !== 'body' && isScripted(attributes)) unshown.open(depth)
      if (showsStatus(attributes)) statuses.open(depth)
      if (unshown.isInside() || name === 'html') return undefined
      const wall = wallNamedBy(name, attributes)
      if (wall) walls.open(depth)
      return wall
    },
    close(depth: number): void {
      for (const region of all) region.close(depth)
    },
  }
}

/** The outermost open element of a kind. */
function createOutermost() {
  let at = 0
  return {
    isInside: () => at > 0,
    open(depth: number) {
      if (at === 0) at = depth
    },
    close(depth: number) {
      if (at === depth) at = 0
    },
  }
}
