/** The code of an error of Node, PostgreSQL or a package. Undefined for an error without one and other values. */
export const readErrorCode = (thrown: unknown): string | undefined =>
  thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : undefined
