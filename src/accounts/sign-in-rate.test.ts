import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ServiceError } from '#kernel/errors.ts'
import { createSignInRate } from './sign-in-rate.ts'

/** A rate with a clock of its own; `wrong` and `right` return whether the attempt was let through. */
function guessing() {
  const clock = { ms: 0 }
  const rate = createSignInRate(() => clock.ms)
  function guess(network: string, secret: string, isRight: boolean): boolean {
    try {
      const succeeded = rate.count({ network, secret })
      if (isRight) succeeded()
      return true
    } catch (thrown) {
      assert.ok(thrown instanceof ServiceError)
      assert.equal(thrown.code, 'RATE_LIMIT_EXCEEDED')
      return false
    }
  }
  return {
    wait: (seconds: number) => (clock.ms += seconds * 1_000),
    wrong: (network: string, secret = 'ada') => guess(network, secret, false),
    right: (network: string, secret = 'ada') => guess(network, secret, true),
  }
}

test('the failures of one network never keep out another one that knows the secret', () => {
  for (const secret of ['ada', 'set-up']) {
    const { wait, wrong, right } = guessing()
    for (let second = 0; second < 3_600; second += 1) {
      wrong('stranger', secret)
      if (second % 4 === 0) assert.ok(right('owner', secret), `${secret} after ${second} s`)
      wait(1)
    }
  }
})

test('an owner who mistypes once is let in while strangers on four networks guess', () => {
  const { wait, wrong, right } = guessing()
  for (let second = 0; second < 600; second += 1) {
    for (const stranger of ['a', 'b', 'c', 'd']) wrong(stranger)
    wait(1)
  }
  assert.ok(wrong('owner'))
  assert.ok(right('owner'))
})

test('one network guesses a secret five times at once, then once a minute', () => {
  const { wait, wrong } = guessing()
  let guesses = 0
  for (let second = 0; second < 3_600; second += 1) {
    if (wrong('stranger')) guesses += 1
    wait(1)
  }
  assert.ok(guesses <= 5 + 60, String(guesses))
})

test('guesses from many networks stay few', () => {
  const { wait, wrong } = guessing()
  let guesses = 0
  for (let second = 0; second < 3_600; second += 1) {
    for (let index = 0; index < 20; index += 1) {
      // Half of the networks are new, half have failed before.
      const isNew = index < 10
      if (wrong(isNew ? `new ${second} ${index}` : `old ${index}`)) guesses += 1
    }
    wait(1)
  }
  assert.ok(guesses <= 20 + 60 + 60 * (5 + 1) + 2, String(guesses))
})

test('a network from which the secret was entered is let in while many networks guess', () => {
  const { wait, wrong, right } = guessing()
  assert.ok(right('owner'))
  for (let second = 0; second < 290; second += 1) {
    for (let index = 0; index < 20; index += 1) wrong(`new ${second} ${index}`)
    wait(1)
  }
  assert.equal(right('somebody new'), false, 'control')
  assert.ok(wrong('owner'))
  assert.ok(right('owner'))
})

test('failures at different secrets count together for their network', () => {
  const { wrong } = guessing()
  const through = Array.from({ length: 8 }, (_, index) => wrong('stranger', `account ${index}`))
  assert.equal(through.filter(Boolean).length, 5)
})

test('right attempts of a network are limited as well', () => {
  const { right } = guessing()
  const through = Array.from({ length: 100 }, () => right('owner'))
  assert.equal(through.filter(Boolean).length, 30)
})

test('an attempt that is refused does not count, and its time to wait is enough', () => {
  const clock = { ms: 0 }
  const rate = createSignInRate(() => clock.ms)
  for (let count = 0; count < 5; count += 1) rate.count({ network: 'network', secret: 'set-up' })
  const refuse = () => {
    try {
      rate.count({ network: 'network', secret: 'set-up' })
    } catch (thrown) {
      assert.ok(thrown instanceof ServiceError)
      return thrown.retryAfterSeconds ?? 0
    }
    return assert.fail('It was let through.')
  }
  const seconds = [refuse(), refuse(), refuse()]
  assert.deepEqual(seconds, [60, 60, 60])
  clock.ms += 60_000
  rate.count({ network: 'network', secret: 'set-up' })()
})
