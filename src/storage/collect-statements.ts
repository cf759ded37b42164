import type { Sql, SqlValue } from './database.ts'

export interface Statement {
  readonly text: string
  readonly values: readonly SqlValue[] | undefined
}

/** Thrown into work that reads what a statement returns, or sets a savepoint: its statements cannot be sent together. */
class ReadsError extends Error {}

/**
 * The statements of work that reads nothing of what they return, in their order, before any is sent. Undefined for other work; it is
 * done again then.
 */
export async function collectStatements(
  work: (sql: Sql) => Promise<unknown>,
): Promise<readonly Statement[] | undefined> {
  const statements: Statement[] = []
  let hasRead = false
  const refuse = (): never => {
    hasRead = true
    throw new ReadsError('What a statement returns is read before it is sent.')
  }
  const unread = new Proxy<object[]>([], {
    // The only member that `await` looks at.
    get: (_rows, name) => (name === 'then' ? undefined : refuse()),
    has: refuse,
    ownKeys: refuse,
  })
  try {
    await work({
      async query<Row extends object>(text: string, values?: readonly SqlValue[]) {
        if (values === undefined) refuse()
        statements.push({ text, values })
        return unread as Row[]
      },
    })
  } catch (thrown) {
    if (!(thrown instanceof ReadsError)) throw thrown
  }
  return hasRead ? undefined : statements
}
