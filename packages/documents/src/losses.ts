/** Notes what is left out: a sentence without its place and its full stop. */
export type Lose = (what: string) => void

/** What the readers of a document leave out, for its warnings. */
export interface Losses {
  /** Of the document as a whole. */
  readonly lose: Lose
  /** In one place, such as `on page` `3`. */
  at(kind: 'on page' | 'on slide' | 'in sheet' | 'in the part', place: string | number): Lose
  /** A sentence for each kind of loss, with its places. */
  readonly list: () => string[]
}

const namedMax = 20

export function createLosses(): Losses {
  const found = new Map<string, Set<string | number>>()
  /** What has a place is not repeated without one. */
  const placed = new Set<string>()
  const openPlaces = (what: string) => {
    const known = found.get(what) ?? new Set()
    found.set(what, known)
    return known
  }
  return {
    lose: (what) => void openPlaces(what),
    at: (kind, place) => (what) => {
      placed.add(what)
      openPlaces(`${what} ${kind}`).add(place)
    },
    list: () =>
      [...found]
        .filter(([what]) => !placed.has(what))
        .map(([what, places]) => writeSentence(what, [...places])),
  }
}

function writeSentence(what: string, places: readonly (string | number)[]): string {
  const named = places.slice(0, namedMax).join(', ')
  const more = places.length - namedMax
  return `${what}${named === '' ? '' : ` ${named}`}${more > 0 ? ` and ${more} more` : ''}.`
}
