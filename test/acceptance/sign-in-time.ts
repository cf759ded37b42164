/** A wrong password takes as long for a known e-mail address as for an unknown one, so that the time does not reveal who has an account. */
import { createPasswords } from '#accounts/passwords.ts'
import { createPeople } from '#accounts/people.ts'
import { createSignIn, type SignInParts } from '#features/console/sign-in.ts'
import { testDatabase } from '#test/database.ts'
import { report } from '#test/fixtures/acceptance.ts'

const attempts = 200
const address = '127.0.0.1'
const visitor = { origin: 'http://localhost', address, network: address, agent: '' }
const known = 'ada@example.org'
const unknown = 'eve@example.org'
const shareMax = 0.05

await using database = await testDatabase()
const people = createPeople({ database })
/** Cheaper than in the service, so that 800 of them take seconds; differences beside the hash weigh more. */
const passwords = createPasswords({ logN: 13, r: 8, p: 1 })
const passwordHash = await passwords.hash('correct horse battery')
await people.createFirst({ email: known, name: 'Ada', passwordHash })

const middle = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Difference of the medians, as a share of that of the known address. The attempts take turns. */
async function difference(isCorrect: typeof passwords.isCorrect): Promise<number> {
  const signInRate = { countAttempt: () => () => undefined, countGuess: () => () => undefined }
  const parts = { people, passwords: { ...passwords, isCorrect }, signInRate }
  // A wrong password reaches no other part.
  const signIn = createSignIn(parts as unknown as SignInParts)
  const times: Record<string, number[]> = { [known]: [], [unknown]: [] }
  for (let attempt = 0; attempt < 2 * attempts; attempt += 1) {
    const email = attempt % 2 === 0 ? known : unknown
    const startedAt = performance.now()
    await signIn.withPassword({ email, password: 'wrong password' }, visitor).catch(() => undefined)
    times[email]?.push(performance.now() - startedAt)
  }
  const [first, second] = [middle(times[known] ?? []), middle(times[unknown] ?? [])]
  return Math.abs(first - second) / first
}

const share = await difference((password, hash) => passwords.isCorrect(password, hash))
const control = await difference(async (password, hash) =>
  hash === undefined ? false : passwords.isCorrect(password, hash),
)
const percent = (value: number) => `${(value * 100).toFixed(1)} %`
report(
  'sign-in-time',
  share <= shareMax && control > shareMax,
  `medians of ${attempts} attempts each differ by ${percent(share)}; control (no work for unknown addresses) ${percent(control)}`,
)
