import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type { DrivenPage } from './drive.ts'
import { restrictNavigation, type MayNavigate } from './restrict-navigation.ts'

/** Restricts a page whose browser only records what it is asked for; returns what it is asked after a navigation. */
async function askedAfter(url: string, mayNavigate: MayNavigate): Promise<string[]> {
  const asked: string[] = []
  const session = Object.assign(new EventEmitter(), {
    send: async (method: string) => void asked.push(method),
  })
  const context = { route: async () => {}, on() {}, newCDPSession: async () => session }
  const driven = { context, page: {} } as unknown as DrivenPage
  await restrictNavigation(driven, mayNavigate)
  session.emit('Fetch.requestPaused', { requestId: '1', request: { url } })
  return asked.slice(1)
}

const sameHost: MayNavigate = (url) => new URL(url).hostname === 'a.example'

test('a navigation to a URL that cannot be parsed is refused, and does no harm', async () => {
  assert.deepEqual(await askedAfter('http://a b/', sameHost), ['Fetch.failRequest'])
  assert.deepEqual(await askedAfter('http://b.example/', sameHost), ['Fetch.failRequest'])
  assert.deepEqual(await askedAfter('http://a.example/', sameHost), ['Fetch.continueRequest'])
})
