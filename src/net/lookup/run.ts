import { lookup } from 'node:dns'
import type { Query, QueryAnswer } from './query.ts'

/** What a look-up process runs: every query on a thread of its own, until its parent is gone. */
process.on('message', ({ id, host }: Query) => {
  lookup(host, { all: true, order: 'verbatim' }, (error, addresses) => {
    if (error) send({ id, code: error.code ?? 'EAI_FAIL' })
    else send({ id, addresses })
  })
})

const send = (answer: QueryAnswer) => void process.send?.(answer)

// An ordinary exit would wait for the queries that still run.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
