import type { Clock } from '#kernel/clock.ts'
import type { Log } from '#kernel/log.ts'
import { createMemory } from '#kernel/memory.ts'
import { orAborted } from '#kernel/or-aborted.ts'
import type { FindListed } from './blocklists/blocklists.ts'
import type { Classifier, Verdict } from './classifier.ts'

/** What the classifiers say about a URL together. */
export interface Assessment {
  readonly verdict: {
    readonly score: number
    /** The classifier with the highest score; null without a verdict. */
    readonly provider: string | null
    readonly categories: readonly string[]
  }
  /** Whether external classifiers were asked, now or for the kept verdict. */
  readonly isScanned: boolean
  /** Whether one of them gave no verdict in time. */
  readonly hasFailed: boolean
}

export interface Verdicts {
  /** The blocklists first; the external classifiers only when no list has the URL. Fails with the reason of the signal. */
  assess(url: URL, signal: AbortSignal): Promise<Assessment>
  /** Names of the classifiers; empty without any. */
  readonly names: readonly string[]
  readonly hasExternal: boolean
}

interface VerdictsOptions {
  readonly blocklists?: FindListed
  readonly classifiers: readonly Classifier[]
  readonly clock: Clock
  readonly log: Log
  /** How long a classifier may take. */
  readonly answerMsMax: number
}

const keptMax = 50_000
const listedScore = 100
const nothing = { score: 0, provider: null, categories: [] }

export function createVerdicts(options: VerdictsOptions): Verdicts {
  const { blocklists, classifiers } = options
  const findVerdict = createKeptVerdicts(options)
  const names = [
    ...(blocklists?.isConfigured ? ['blocklists'] : []),
    ...classifiers.map((c) => c.name),
  ]

  async function askAll(url: URL, signal: AbortSignal): Promise<Assessment> {
    const able = classifiers.filter((classifier) => classifier.makeKey(url) !== undefined)
    const given = await Promise.all(
      able.map(async (classifier) => {
        const verdict = await findVerdict(classifier, url, signal)
        return verdict && { ...verdict, provider: classifier.name }
      }),
    )
    const verdicts = given.filter((verdict) => verdict !== undefined)
    const worst = verdicts.reduce<Assessment['verdict']>(
      (highest, { score, provider, categories }) =>
        highest.provider === null || score > highest.score
          ? { score, provider, categories }
          : highest,
      nothing,
    )
    return {
      verdict: worst,
      isScanned: able.length > 0,
      hasFailed: verdicts.length < able.length,
    }
  }

  return {
    names,
    hasExternal: classifiers.length > 0,
    async assess(url, signal) {
      const listed = blocklists?.find(url)
      if (listed === true) {
        const verdict = { score: listedScore, provider: 'blocklists', categories: ['listed'] }
        return { verdict, isScanned: false, hasFailed: false }
      }
      const assessment = await askAll(url, signal)
      return listed === 'not loaded' ? { ...assessment, hasFailed: true } : assessment
    },
  }
}

/** Asks a classifier, or returns its kept verdict; undefined when it fails. Concurrent questions about a key are one. */
function createKeptVerdicts({ clock, log, answerMsMax }: VerdictsOptions) {
  const kept = createMemory<Verdict>({ sizeMax: keptMax, clock })
  const underWay = new Map<string, Promise<Verdict | undefined>>()

  async function ask(classifier: Classifier, url: URL, name: string): Promise<Verdict | undefined> {
    const late = AbortSignal.timeout(answerMsMax)
    try {
      const verdict = await orAborted(classifier.classify(url, late), late)
      kept.set(name, verdict, verdict.lifeMs)
      return verdict
    } catch (err) {
      // The cause could name the URL.
      const reason = err instanceof Error ? err.name : 'unknown'
      log.warn({ classifier: classifier.name, reason }, 'threat classifier gave no verdict')
      return undefined
    }
  }

  return async (classifier: Classifier, url: URL, signal: AbortSignal) => {
    const name = `${classifier.name} ${classifier.makeKey(url)}`
    const known = kept.get(name)
    if (known) return known
    const asked =
      underWay.get(name) ?? ask(classifier, url, name).finally(() => underWay.delete(name))
    underWay.set(name, asked)
    return orAborted(asked, signal)
  }
}
