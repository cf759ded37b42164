/** Without it Fastify loads its compilers of JSON Schema, a twelfth of all modules. Routes are described by Zod. */
export const noJsonSchema = {
  compilersFactory: { buildValidator: refuse, buildSerializer: refuse },
}

function refuse(): never {
  throw new Error('A route has a JSON Schema.')
}
