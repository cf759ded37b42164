// acceptance: quick, together
/**
 * Strangers guess the password of a person, the set-up code, and both from networks that change, while the person enters the right
 * one from another address: all of their sign-ins succeed, and the strangers' guesses that are checked stay below a bound. Control: the
 * same with one bucket for the account and all addresses, where the person is kept out.
 */
import { createSignInRate, type SignInAttempt, type SignInRate } from '#accounts/sign-in-rate.ts'
import { createSignIn, type SignInParts } from '#features/console/sign-in.ts'
import { report } from '#test/fixtures/acceptance.ts'

const minutes = 30
const email = 'ada@example.org'
const right = 'correct horse battery'

const countTogether = ({ secret }: SignInAttempt) => ({ network: 'all', secret, isGuess: true })

/** One bucket for each secret and all networks. */
function sharedRate(now: () => number): SignInRate {
  const rate = createSignInRate(now)
  return {
    count: (attempt) => rate.count(countTogether(attempt)),
    refuse: (attempt) => rate.refuse(countTogether(attempt)),
  }
}

/** As the attempts of one process, whose time is its own. */
const countWith = (rate: SignInRate) => ({
  count: async (attempt: SignInAttempt) => rate.count(attempt),
})

/** `strangers` of a second, each with its network; returns how often they were checked and the person kept out. */
async function attack(
  createRate: (now: () => number) => SignInRate,
  {
    strangers,
    entrance,
  }: { strangers: (second: number) => string[]; entrance: 'setUp' | 'withPassword' },
) {
  let ms = 0
  let checked = 0
  const isRight = (given: string) => {
    checked += 1
    return given === right
  }
  const person = { id: 'ada', passwordHash: 'hash' }
  const parts = {
    people: {
      byEmail: () => Promise.resolve(person),
      hasAny: () => Promise.resolve(false),
      createFirst: () => Promise.resolve(person),
    },
    passwords: {
      isCorrect: (given: string) => Promise.resolve(isRight(given)),
      hash: () => Promise.resolve('hash'),
    },
    sessions: { start: () => Promise.resolve({}) },
    setUpCode: { isCorrect: isRight },
    signInAttempts: countWith(createRate(() => ms)),
    secondFactors: { find: () => Promise.resolve(undefined) },
  }
  const signIn = createSignIn(parts as unknown as SignInParts)
  const enter = async (secret: string, network: string) => {
    const visitor = { origin: 'http://localhost', address: network, network, agent: '' }
    const given = { email, name: 'Ada', password: secret, code: secret }
    return signIn[entrance](given, visitor).then(
      () => true,
      () => false,
    )
  }
  let keptOut = 0
  let owned = 0
  for (let second = 0; second < minutes * 60; second += 1) {
    for (const network of strangers(second)) await enter('a guess', network)
    if (second % 7 === 0) {
      owned += 1
      if (!(await enter(right, 'home'))) keptOut += 1
    }
    ms += 1_000
  }
  return { keptOut, owned, guesses: checked - (owned - keptOut) }
}

const one = () => ['stranger']
const four = () => ['a', 'b', 'c', 'd']
const changing = (second: number) => [`network ${second}`, 'stranger']
const attacks = [
  { strangers: one, entrance: 'withPassword', guessesMax: 5 + minutes },
  { strangers: one, entrance: 'setUp', guessesMax: 5 + minutes },
  { strangers: four, entrance: 'withPassword', guessesMax: 4 * (5 + minutes) },
  { strangers: changing, entrance: 'withPassword', guessesMax: 85 + 7 * minutes },
] as const

const results = []
for (const { guessesMax, ...wanted } of attacks)
  results.push({ guessesMax, ...(await attack(createSignInRate, wanted)) })
const control = await attack(sharedRate, attacks[0])
const keptOut = results.reduce((sum, result) => sum + result.keptOut, 0)
const owned = results.reduce((sum, result) => sum + result.owned, 0)
report(
  'sign-in-strangers',
  keptOut === 0 &&
    results.every(({ guesses, guessesMax }) => guesses <= guessesMax) &&
    control.keptOut > 0,
  `${keptOut} of ${owned} right sign-ins refused; guesses checked in ${minutes} minutes ${results.map(({ guesses, guessesMax }) => `${guesses} (at most ${guessesMax})`).join(', ')}; control (one bucket for all) ${control.keptOut} of ${control.owned} refused`,
)
