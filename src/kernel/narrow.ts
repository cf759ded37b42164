import { isDeepStrictEqual } from 'node:util'

/**
 * How a model may change an option: to less than what was asked, never to more. `asked` is what the caller has set, or else the default;
 * the result admits nothing that `asked` does not admit.
 */
export type Narrowing<Value> = (asked: Value | undefined, proposed: Value) => Value | undefined

/** A maximum; none when absent. */
export const atMost: Narrowing<number> = (asked, proposed) =>
  asked === undefined ? proposed : Math.min(asked, proposed)

/** A flag that admits more when it is set. */
export const onlyIfAsked: Narrowing<boolean> = (asked = false, proposed) => asked && proposed

/** What is admitted; everything when the list is empty or absent. */
export const inclusions: Narrowing<string[]> = (asked = [], proposed) =>
  asked.length === 0 ? proposed : asked

/** What is not admitted. */
export const exclusions: Narrowing<string[]> = (asked = [], proposed) => [
  ...new Set([...asked, ...proposed]),
]

/** One of several values, each with those that admit nothing beyond it. */
export const chooseNarrower =
  <Value extends string>(narrower: Readonly<Record<Value, readonly Value[]>>): Narrowing<Value> =>
  (asked, proposed) =>
    asked === undefined || narrower[asked].includes(proposed) ? proposed : asked

/** An option that admits nothing, whatever its value. */
export const harmless: Narrowing<unknown> = (_asked, proposed) => proposed

/** The options that a model may change, and how. */
export type Narrowings<Options extends object> = {
  readonly [Name in keyof Options]?: Narrowing<Exclude<Options[Name], undefined>>
}

interface Narrowed<Options extends object> {
  /** What is left of the options of the model. */
  readonly options: Partial<Options>
  /** Names of those that were refused, or lowered to what was asked. */
  readonly refused: readonly string[]
}

/** The one way from the output of a model to options: an option without a rule is refused. */
export function narrow<Options extends object>(
  narrowings: Narrowings<Options>,
  asked: { readonly [Name in keyof Options]?: Options[Name] | undefined },
  proposed: Readonly<Record<string, unknown>>,
): Narrowed<Options> {
  const rules = new Map(Object.entries(narrowings) as [string, Narrowing<unknown>][])
  const before = new Map(Object.entries(asked))
  const options = new Map<string, unknown>()
  const refused: string[] = []
  for (const [name, value] of Object.entries(proposed)) {
    const narrowed = rules.get(name)?.(before.get(name), value)
    if (narrowed !== undefined) options.set(name, narrowed)
    if (!isDeepStrictEqual(narrowed, value)) refused.push(name)
  }
  return { options: Object.fromEntries(options) as Partial<Options>, refused }
}
