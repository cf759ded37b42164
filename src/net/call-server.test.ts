import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startScriptedModel } from '#test/scripted-model.ts'
import { createServerConnection } from './call-server.ts'

const body = JSON.stringify({ model: 'm', messages: [] })

test('the connection to a model reaches its origin only', async () => {
  await using model = await startScriptedModel([{ text: 'hello' }])
  await using other = await startScriptedModel([{ text: 'hello' }])
  await using connection = createServerConnection({ url: model.urls.openai, connectionsMax: 2 })
  const post = (url: string) => connection.call(url, { method: 'POST', body })

  const answer = await post(`${model.urls.openai}/chat/completions`)
  assert.equal(answer.status, 200)
  await assert.rejects(post(`${other.urls.openai}/chat/completions`), {
    reason: 'ERR_BLOCKED_BY_CLIENT',
  })
  await assert.rejects(connection.call(`${model.urls.openai}/models`), {
    reason: 'ERR_BLOCKED_BY_CLIENT',
  })
  assert.deepEqual([model.requests.length, other.requests.length], [1, 0])
})

test('a redirect of the model is not followed', async () => {
  await using other = await startScriptedModel([{ text: 'hello' }])
  const location = `${other.urls.openai}/chat/completions`
  await using model = await startScriptedModel([{ status: 307, headers: { location } }])
  await using connection = createServerConnection({ url: model.urls.openai, connectionsMax: 2 })
  const url = `${model.urls.openai}/chat/completions`
  const answer = await connection.call(url, { method: 'POST', body })
  assert.deepEqual([answer.status, answer.headers.get('location')], [307, null])
  assert.equal(other.requests.length, 0)
})

test('a model may not have an address of cloud metadata', async () => {
  for (const host of ['169.254.169.254', '[::ffff:a9fe:a9fe]', '100.100.100.200']) {
    const url = `http://${host}/v1`
    await using connection = createServerConnection({ url, connectionsMax: 1 })
    await assert.rejects(connection.call(`${url}/messages`, { method: 'POST', body }), {
      kind: 'address',
    })
  }
})

test('the name of the server is resolved by the lookup that is given', async () => {
  await using model = await startScriptedModel([{ text: 'hello' }])
  const { port } = new URL(model.urls.openai)
  const url = `http://model.example:${port}/v1`
  const asked: string[] = []
  const lookup = async (host: string) => {
    asked.push(host)
    return [{ address: '127.0.0.1', family: 4 }]
  }
  await using connection = createServerConnection({ url, connectionsMax: 1, lookup })
  const answer = await connection.call(`${url}/chat/completions`, { method: 'POST', body })
  assert.deepEqual([answer.status, asked], [200, ['model.example']])
})
