import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#kernel/ids.ts'
import { createQueueRunner } from '#queue/run-queues.ts'
import { createSeal } from '#storage/seal.ts'
import { testDatabase } from '#test/database.ts'
import { stopTime } from '#test/fixtures/database-time.ts'
import { poison } from '#test/fixtures/poison.ts'
import { silentLog } from '#test/fixtures/silent-log.ts'
import { createMailQueue } from './mail-queue.ts'
import { createMailbox } from './mailbox.ts'

const hourMs = 3_600_000
const mail = (to: string) => ({ to, subject: 'Test', headers: {}, text: '', html: '' })

test('mails that cannot be read or sent, or crash the process, do not block others', async () => {
  await using database = await testDatabase()
  const time = await stopTime(database)
  const seal = createSeal(() => Buffer.alloc(32, 1))
  const mailbox = createMailbox({ database, seal })
  const names = ['unreadable', 'unwritable', 'deadly', 'healthy']
  const mails = names.map((name) => mail(`${name}@example.com`))
  await mailbox.add(database, { teamId: newId(), purpose: 'notification', mails })
  const rows = await database.query<{ id: string; mail: string }>('select id, mail from mails', [])
  const makeId = (name: string) =>
    rows.find((row) => JSON.stringify(seal.open(row.mail)).includes(name))?.id ?? ''
  await database.query(`update mails set mail = 'AAAA' where id = $1`, [makeId('unreadable')])
  await database.query('update queue_items set attempts = 5 where id = $1', [makeId('deadly')])
  await using stack = new AsyncDisposableStack()
  const condition = `new.id = '${makeId('unwritable')}' and new.state = 'sent'`
  stack.use(await poison(database, 'mails', condition))

  const sent: string[] = []
  const sendMail = async (id: string) => void sent.push(id)
  const log = silentLog
  const queues = [createMailQueue({ database, seal, sendMail, log })]
  const runner = createQueueRunner({ worker: newId(), queues, database, log })
  for (let turn = 0; turn < 6; turn++) {
    await runner.tick()
    await runner.drain()
    await time.pass(hourMs)
  }

  assert.equal(sent.filter((id) => id === makeId('healthy')).length, 1)
  assert.ok(!sent.includes(makeId('deadly')))
  const states = await database.query<{ id: string; state: string }>(
    'select id, state from mails',
    [],
  )
  const findState = (name: string) => states.find(({ id }) => id === makeId(name))?.state
  assert.deepEqual(names.map(findState), ['failed', 'failed', 'failed', 'sent'])
})
