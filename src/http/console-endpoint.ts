import type { z } from 'zod'
import type { Call } from '#kernel/call.ts'
import type { ConsoleSession, Role, Visitor } from '#kernel/console-session.ts'
import type { GivenReply } from '#kernel/reply.ts'
import type { UploadedFile } from '#kernel/uploaded-file.ts'
import type {
  EndpointAddress,
  FormBody,
  JsonBody,
  JsonReply,
  Maybe,
  Output,
} from './endpoint-parts.ts'

/** Who calls an endpoint of the console. */
export interface ConsoleInput {
  readonly visitor: Visitor
  /** Opens the session of this token in the browser; null ends the session of the browser. */
  readonly setCookie: (session: { readonly token: string; readonly expiresAt: Date } | null) => void
}

interface TypedConsoleEndpoint<
  Needs extends Role | 'nobody',
  Params extends Maybe<z.ZodObject>,
  Query extends Maybe<z.ZodObject>,
  Body extends Maybe<z.ZodType>,
  Reply extends z.ZodType,
> extends EndpointAddress {
  readonly access: 'console'
  /** The role in the team that the session needs; `nobody` needs no session. */
  readonly role: Needs
  /** The password must have been entered within the last ten minutes. */
  readonly isSensitive?: true
  readonly params?: Params
  readonly query?: Query
  readonly body?: JsonBody<Body> | FormBody<Body>
  readonly reply: JsonReply<Reply>
  readonly handle: (
    input: ConsoleInput & {
      params: Output<Params>
      query: Output<Query>
      body: Output<Body>
      /** Of a form. */
      file: UploadedFile | undefined
      session: Needs extends 'nobody' ? ConsoleSession | undefined : ConsoleSession
      call: Needs extends 'nobody' ? undefined : Call
    },
  ) => Promise<GivenReply<z.input<Reply>>>
}

/** An endpoint of the console, for pages of this service alone. Not described by OpenAPI. */
// oxlint-disable-next-line typescript/no-explicit-any
export type ConsoleEndpoint = TypedConsoleEndpoint<any, any, any, any, any>

/** Defines an endpoint of the console; role and schemas give `handle` its types. */
export function consoleEndpoint<
  Needs extends Role | 'nobody',
  Reply extends z.ZodType,
  Params extends Maybe<z.ZodObject> = undefined,
  Query extends Maybe<z.ZodObject> = undefined,
  Body extends Maybe<z.ZodType> = undefined,
>(
  definition: Omit<TypedConsoleEndpoint<Needs, Params, Query, Body, Reply>, 'access'>,
): ConsoleEndpoint {
  // The gate has checked that a session is there where the role needs one.
  return { ...definition, access: 'console' } as ConsoleEndpoint
}
