/** What a classifier knows about a URL. */
export interface Verdict {
  /** 0 (harmless) to 100 (certainly dangerous). */
  readonly score: number
  readonly categories: readonly string[]
  /** How long the verdict may be used again. */
  readonly lifeMs: number
}

/** Judges URLs. One adapter per kind of source. */
export interface Classifier {
  /** Shown to operators and in events. */
  readonly name: string
  /** The part of a URL that it judges: URLs with the same key have the same verdict. Undefined for URLs it cannot judge. */
  makeKey(url: URL): string | undefined
  /** Throws when the classifier gives no verdict. */
  classify(url: URL, signal: AbortSignal): Promise<Verdict>
}

const minuteMs = 60_000
/** Bounds of the life of a verdict, whatever the source says. */
const lifeMs = { min: minuteMs, max: 24 * 60 * minuteMs }

export const defaultLifeMs = 10 * minuteMs

/** A life within the bounds; the default one for a value that is no number. */
export const boundedLife = (ms: number | undefined): number =>
  ms === undefined || Number.isNaN(ms)
    ? defaultLifeMs
    : Math.min(lifeMs.max, Math.max(lifeMs.min, ms))
