import assert from 'node:assert/strict'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { setImmediate as pause } from 'node:timers/promises'
import { test } from 'node:test'
import { parseMessage } from './message.ts'
import { readTenantCommand } from './read-command.ts'
import { createReadLongCommands } from './read-long.ts'
import { createRelay } from './relay.ts'
import { joinAsService } from './service-client.ts'

/** A relay, and the pipe through which a browser that was taken over writes. */
function startRelay() {
  const [toBrowser, fromBrowser] = [new PassThrough(), new PassThrough()]
  let broken = 0
  const relay = createRelay({ toBrowser, fromBrowser, onBroken: () => (broken += 1) })
  const write = async (message: string) => {
    fromBrowser.write(`${message}\0`)
    await pause()
  }
  const close = () => void fromBrowser.destroy()
  return { relay, write, close, toBrowser, broken: () => broken }
}

const hostile: Readonly<Record<string, string>> = {
  'an answer with a result of another kind': '{"id":1,"result":5}',
  'an answer that is no JSON': '{"id":1,"result":{"sessionId":"A"}',
  'an answer with an error of another kind': '{"id":1,"error":"no"}',
}

for (const [name, message] of Object.entries(hostile)) {
  test(`${name} ends the browser, and nothing else`, async () => {
    const { relay, write, close, broken } = startRelay()
    const asking = relay.ask('Target.getTargets', {})
    await write(message)
    assert.equal(broken(), 1)
    close()
    await assert.rejects(asking, /The browser stopped/)
  })
}

test('events that cannot be read end the browser, and nothing else', async () => {
  const { relay, write, broken } = startRelay()
  const joining = relay.join({ send: () => {} })
  await write('{"id":1,"result":{"sessionId":"A1"}}')
  await joining
  await write('{"method":"Target.attachedToTarget","params":{},"sessionId":"A1"}')
  await write('{"method":"Target.detachedFromTarget","params":5,"sessionId":"A1"}')
  assert.equal(broken(), 2)
})

const fail = () => {
  throw new Error('It cannot be sent.')
}

test('a client whose receiver fails ends the browser, and nothing else', async () => {
  const { relay, write, broken } = startRelay()
  const joining = relay.join({ send: fail })
  await write('{"id":1,"result":{"sessionId":"A1"}}')
  await joining
  await write('{"method":"Page.loadEventFired","params":{},"sessionId":"A1"}')
  assert.equal(broken(), 1)
})

test('commands of clients fail when the browser stops, and so do later ones', async () => {
  const { relay, write, close } = startRelay()
  const joining = joinAsService(relay, () => {})
  await write('{"id":1,"result":{"sessionId":"A1"}}')
  const client = await joining
  const waiting = client.ask('Target.getTargets')
  close()
  await assert.rejects(waiting, /The browser stopped/)
  await assert.rejects(client.ask('Target.getTargets'), /The browser stopped/)
})

test('a client whose receiver fails when the browser stops does no harm', async () => {
  const { relay, write, close, broken } = startRelay()
  const joining = relay.join({ send: fail })
  await write('{"id":1,"result":{"sessionId":"A1"}}')
  const client = await joining
  client.take('{"id":1,"method":"Target.getTargets"}')
  close()
  await pause()
  assert.equal(broken(), 1)
})

const created = '{"id":1,"result":{"sessionId":"A1"}}'

test('clients wait while the browser takes nothing from its pipe, and go on when it does', async () => {
  const { relay, write, toBrowser } = startRelay()
  const heard: string[] = []
  const [pause, resume] = [() => void heard.push('pause'), () => void heard.push('resume')]
  const joining = relay.join({ send: () => {}, pause, resume })
  await write(created)
  const client = await joining
  const taken: number[] = []
  const take = (id: number, bytes: number) =>
    client.take(`{"id":${id},"method":"Page.enable","params":{"a":"${'x'.repeat(bytes)}"}}`, () =>
      taken.push(id),
    )
  take(1, 2_000_000)
  take(2, 2_000_000)
  assert.deepEqual([heard, taken], [['pause'], []])
  const drained = once(toBrowser, 'drain')
  toBrowser.resume()
  await drained
  assert.deepEqual(
    [heard, taken],
    [
      ['pause', 'resume'],
      [1, 2],
    ],
  )
})

test('what is sent to the browser is the same, whether it was read here or in a thread', async () => {
  const text =
    '{"method":"Page.navigate","id":7,"params":{"url":"https://a.example/\u00e9 \ud83d\ude00"}}'
  const task = { bytes: new Uint8Array(Buffer.from(text)), judges: true }
  const sent: string[] = []
  await using long = createReadLongCommands()
  const { signal } = new AbortController()
  for (const command of [readTenantCommand(task), await long.read(task, { teamId: 'a', signal })]) {
    const { relay, write, toBrowser } = startRelay()
    const joining = relay.join({ send: () => {} })
    await write(created)
    const client = await joining
    toBrowser.read()
    assert.ok(command && command !== 'too big')
    client.take(command)
    sent.push(String(toBrowser.read()))
  }
  assert.equal(task.bytes.byteLength, 0, 'the command has moved to the thread')
  const expected = {
    id: 2,
    sessionId: 'A1',
    method: 'Page.navigate',
    params: { url: 'https://a.example/é 😀' },
  }
  assert.deepEqual(JSON.parse(String(sent[0]).slice(0, -1)), expected)
  assert.equal(sent[0], sent[1])
})

test('the service parses no message with too many values, and hears that an answer had them', () => {
  const many = `[${'0,'.repeat(600_000)}0]`
  assert.equal(
    parseMessage(Buffer.from(`{"method":"Runtime.bindingCalled","params":${many}}`)),
    undefined,
  )
  assert.deepEqual(parseMessage(Buffer.from(`{"id":4,"result":${many},"sessionId":"AB"}`)), {
    id: 4,
    sessionId: 'AB',
    error: { code: -32_000, message: 'The answer is too large.' },
  })
  const text = 'x'.repeat(1_000_000)
  assert.deepEqual(parseMessage(`{"id":4,"result":"${text}"}`), { id: 4, result: text })
})
