import { lookup } from 'node:dns'
import type { Query, QueryAnswer } from './query.ts'

/** Main module of a lookup process: resolves names until its parent ends. */
process.on('message', ({ id, host }: Query) => {
  lookup(host, { all: true, order: 'verbatim' }, (error, addresses) => {
    if (error) send({ id, code: error.code ?? 'EAI_FAIL' })
    else send({ id, addresses })
  })
})

const send = (answer: QueryAnswer) => void process.send?.(answer)

// A regular exit would wait for running queries.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
