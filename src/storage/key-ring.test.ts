import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { testDatabase } from '#test/database.ts'
import { disposeAfterTests } from '#test/fixtures/dispose-after-tests.ts'
import { createContentSeals } from './content-seals.ts'
import { createKeyRing } from './key-ring.ts'
import { createNodes } from './nodes.ts'
import { createSeal } from './seal.ts'
import { createSecret } from './secret.ts'

const database = await testDatabase()
disposeAfterTests(database)
beforeEach(async () => {
  await database.query('delete from nodes', [])
})

function processWith(configured = 'a'.repeat(32)) {
  const deriveKey = createSecret({ configured, dataDir: '' })
  const nodes = createNodes({ database, deriveKey })
  const keys = createKeyRing({ database, nodes })
  return { nodes, keys, contentSeals: createContentSeals({ seal: createSeal(deriveKey), keys }) }
}

/** A job whose key the process has created. */
async function makeJob({ keys }: ReturnType<typeof processWith>) {
  const id = newId()
  const key = await database.transaction(async (sql) => {
    const made = await keys.add(sql, id)
    await sql.query(
      `insert into jobs (id, team_id, principal, kind, request, url, page_price, pages_max, is_discovering,
         created_at, expires_at, zero_data_retention)
       values ($1, $1, '{}', 'crawl', '', '', 2, 1, false, now(), now(), true)`,
      [id],
    )
    return made
  })
  return { id, key }
}

const missing = /^ServiceError: This process does not have the key of this job yet/

test('a key is passed to every process with the same secret, and to no other', async () => {
  const [first, second, stranger] = [processWith(), processWith(), processWith('b'.repeat(32))]
  for (const { keys } of [first, second, stranger]) await keys.tick()
  const { id, key } = await makeJob(first)

  assert.deepEqual(await second.keys.loadKey(id), key)
  await stranger.keys.tick()
  await assert.rejects(stranger.keys.loadKey(id), missing)

  const newcomer = processWith()
  await newcomer.keys.tick()
  await assert.rejects(newcomer.keys.loadKey(id), missing)
  await second.keys.tick()
  assert.deepEqual(await newcomer.keys.loadKey(id), key)

  const written = await database.query<{ sealed: Buffer | null }>(
    'select sealed from job_keys where sealed is not null',
  )
  assert.ok(!written.some(({ sealed }) => sealed?.includes(key)))
})

test('a process without heartbeat loses its keys', async () => {
  const alone = processWith()
  await alone.keys.tick()
  const { id } = await makeJob(alone)
  await database.query(`update nodes set seen_at = now() - interval '16 seconds' where id = $1`, [
    alone.nodes.own,
  ])
  await processWith().keys.tick()
  assert.deepEqual(await database.query('select node_id from job_keys where job_id = $1', [id]), [])
  await assert.rejects(makeJob(alone), /^ServiceError: This process has lost its connection/)
})

test('a damaged node or key does not prevent passing other keys', async () => {
  const [owner, newcomer] = [processWith(), processWith()]
  await owner.keys.tick()
  const { id, key } = await makeJob(owner)
  await database.query(`insert into nodes values ($1, '\\x00', '\\x00', now())`, [newId()])
  await newcomer.keys.tick()
  const { id: other } = await makeJob(owner)
  await database.query(`update job_keys set sealed = '\\x00' where job_id = $1 and node_id = $2`, [
    other,
    newcomer.nodes.own,
  ])

  await owner.keys.tick()
  await newcomer.keys.tick()

  assert.deepEqual(await newcomer.keys.loadKey(id), key)
})

test('encrypted texts are equal only within a job and need its key', async () => {
  const owner = processWith()
  const { keys, contentSeals } = owner
  await keys.tick()
  const [one, other] = [await makeJob(owner), await makeJob(owner)]
  const open = await contentSeals.of({ ...one, zeroDataRetention: true })
  const closed = await contentSeals.of({ ...other, zeroDataRetention: true })
  const usual = await contentSeals.of({ ...one, zeroDataRetention: false })

  const text = 'https://shop.example/größe'
  assert.equal(open.openText(open.text(text)), text)
  assert.equal(open.text(text), open.text(text))
  assert.notEqual(open.text(text), closed.text(text))
  assert.throws(() => closed.openText(open.text(text)))
  assert.deepEqual(open.openObject(open.object({ text })), { text })
  const bytes = Buffer.from(text)
  const sealed = Buffer.from(await open.bytes(bytes))
  assert.ok(!sealed.includes('shop'))
  assert.deepEqual(Buffer.from(await open.openBytes(sealed)), bytes)
  assert.throws(() => open.openText(sealed.toString('base64')))
  assert.notDeepEqual(open.hash(text), closed.hash(text))
  assert.deepEqual([usual.text(text), await usual.bytes(bytes)], [text, bytes])
})
