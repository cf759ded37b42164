import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runPageTask } from '#answers/page-tasks.ts'
import { readPage } from '#content/pipeline.ts'
import { contentRequest } from '#fixtures/content-request.ts'

type Members = Record<string, unknown>
type Path = readonly (string | number)[]

/** The first accepted form of each value. */
function plain(truth: unknown, schema: Members): unknown {
  const { properties, items, type } = schema as {
    properties?: Record<string, Members>
    items?: Members
    type?: unknown
  }
  if (properties) {
    const object = (truth ?? {}) as Members
    return Object.fromEntries(
      Object.entries(properties).map(([name, sub]) => [name, plain(object[name] ?? null, sub)]),
    )
  }
  if (type === 'array') return ((truth ?? []) as unknown[]).map((item) => plain(item, items ?? {}))
  return Array.isArray(truth) ? truth[0] : truth
}

function* leaves(value: unknown, path: Path = []): Generator<readonly [Path, unknown]> {
  if (Array.isArray(value))
    for (const [at, item] of value.entries()) yield* leaves(item, [...path, at])
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) yield* leaves(member, [...path, name])
  else yield [path, value]
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, step) => (inner as Members | undefined | null)?.[step], value)

function withValue(value: unknown, [step, ...rest]: Path, member: unknown): unknown {
  if (step === undefined) return member
  const copy = (
    Array.isArray(value) ? [...(value as unknown[])] : { ...(value as Members) }
  ) as Members
  copy[step] = withValue(copy[step], rest, member)
  return copy
}

const fold = (value: unknown) =>
  String(value).toLowerCase().replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '')
const bare = (value: unknown) => fold(value).replaceAll(/[^\p{L}\p{N}]/gu, '')

interface Told {
  readonly lie: unknown
  readonly path: Path
  readonly whole: unknown
}

/** Whether a lie is given out. What is true of another item of a list is one where it is given twice. */
function isGiven(given: unknown, { lie, path, whole }: Told): boolean {
  const listed = readList(given, path)
  return listed
    ? count(listed, lie) > count(readList(whole, path) ?? [], lie)
    : fold(at(given, path)) === fold(lie)
}

/** The list of texts that a path is an item of. */
function readList(value: unknown, path: Path): readonly unknown[] | undefined {
  const list = typeof path.at(-1) === 'number' ? at(value, path.slice(0, -1)) : undefined
  return Array.isArray(list) ? (list as readonly unknown[]) : undefined
}

const count = (list: readonly unknown[], wanted: unknown): number =>
  list.filter((one) => fold(one) === fold(wanted)).length

const listPages = (folder: string): readonly string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.schema.json'))
    .map((file) => file.replace('.schema.json', ''))
    .toSorted()

interface Leaf {
  readonly path: Path
  readonly value: unknown
  readonly index: number
}

interface Pool {
  readonly schema: Members
  readonly numbers: readonly number[]
  readonly texts: readonly string[]
}

/** Two values from elsewhere on the page, and digits or letters of the value; of booleans the opposite, or both of what is not said. */
function listLies({ path, value, index }: Leaf, { schema, numbers, texts }: Pool): unknown[] {
  const { type } = path.reduce<Members>(
    (inner, step) =>
      typeof step === 'number'
        ? (inner['items'] as Members)
        : ((inner['properties'] as Members)[step] as Members),
    schema,
  )
  const types = [type].flat()
  if (types.includes('boolean')) return value === null ? [true, false] : [value !== true]
  const isNumber = types.includes('number') || types.includes('integer')
  const shown = JSON.stringify(value ?? '').replaceAll('"', '')
  const digits = isNumber ? Number(shown.slice(1)) : shown.slice(2, 8)
  const pool: readonly unknown[] = isNumber ? numbers : texts
  return [
    pool[(index * 7) % pool.length],
    pool[(index * 13 + 5) % pool.length],
    ...(value === null ? [] : [digits]),
  ]
}

/**
 * Lies and truths of a scripted model against the evidence of pages: a lie is a value from elsewhere on the page or digits of one; it is
 * accepted when it is given out for its field. A truth is refused when another value or none is given out. Takes every `step`th page.
 */
export async function measureLies(folder: string, onFault: (fault: string) => void, step = 1) {
  const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Members
  const counts = { lies: 0, accepted: 0, truths: 0, refused: 0 }
  for (const name of listPages(folder).filter((_, order) => order % step === 0)) {
    const schema = read(`${name}.schema.json`)
    const truth = read(`${name}.truth.json`)
    const { material } = readPage(
      contentRequest(readFileSync(join(folder, `${name}.html`)), {
        formats: [],
        material: { queries: [] },
      }),
    ).internal
    if (!material) continue
    const { markdown, text, facts } = material
    const settle = async (answer: unknown) => {
      const input = {
        answers: [answer],
        addresses: [],
        schema,
        isFilled: true,
        stated: { markdown, text, facts },
      }
      return ((await runPageTask({ kind: 'settle', input }, {})) as { value: unknown }).value
    }
    const whole = plain(truth, schema)
    const settled = await settle(whole)
    const numbers = [...new Set(markdown.match(/\d+/g) ?? [])].map(Number)
    const texts = markdown
      .split(/[\n|:,.]+/)
      .map((part) => part.replaceAll(/[*#\-[\]]/g, '').trim())
      .filter((part) => part.length > 2 && part.length < 50)
    for (const [index, [path, value]] of [...leaves(whole)].entries()) {
      if (value !== null && path.length > 0) {
        counts.truths += 1
        const got = at(settled, path)
        const accepted = [at(truth, path)].flat()
        if (!accepted.some((one) => fold(one) === fold(got ?? null)) && got !== value) {
          counts.refused += 1
          onFault(`refused ${name} ${path.join('.')}: ${JSON.stringify([value, got])}`)
        }
      }
      const lies = listLies({ path, value, index }, { schema, numbers, texts })
      const right = [at(truth, path)].flat().map(fold)
      for (const lie of lies) {
        const isTrue = right.some((one) => one.includes(fold(lie)) || fold(lie).includes(one))
        if (lie === undefined || lie === '' || (isTrue && value !== null && lie !== lies[2]))
          continue
        // The same without the signs that part its groups is no lie.
        if (right.some((one) => bare(one) === bare(lie)) || /^0?$/.test(fold(lie))) continue
        counts.lies += 1
        const given = await settle(withValue(whole, path, lie))
        if (!isGiven(given, { lie, path, whole })) continue
        counts.accepted += 1
        onFault(`accepted ${name} ${path.join('.')}: ${JSON.stringify([lie, value])}`)
      }
    }
  }
  return counts
}
