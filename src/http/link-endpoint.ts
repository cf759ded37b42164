import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { ServiceError } from '#kernel/errors.ts'
import type {
  EndpointAddress,
  FileReply,
  JsonBody,
  JsonReply,
  OperationText,
  StreamBody,
} from './endpoint-parts.ts'

interface LinkInput<Link> {
  readonly link: Link
  readonly signal: AbortSignal
}

interface LinkAccess<Link extends z.ZodObject> extends EndpointAddress {
  readonly access: 'link'
  /** What permits the request: parameters of the path and the query, and members of a JSON body. */
  readonly link: Link
  /** Not read from the query, because addresses are logged. */
  readonly isInBody?: true
  /** Failure of a request whose link does not match the schema. */
  readonly invalidLink: () => ServiceError
  /** Absent: not described by OpenAPI. */
  readonly operation?: OperationText
}

interface JsonLink<Link extends z.ZodObject> extends LinkAccess<Link> {
  /** Of at most 16 KB; its members are part of the link. */
  readonly body: JsonBody
  readonly reply: JsonReply
  readonly handle: (input: LinkInput<z.output<Link>>) => Promise<object>
}

interface UploadLink<Link extends z.ZodObject> extends LinkAccess<Link> {
  readonly body: StreamBody
  readonly reply: JsonReply
  readonly handle: (
    input: LinkInput<z.output<Link>> & {
      /** Opens the body, once the link is known to be valid. Until then the limits of requests without a key apply. */
      readonly openBody: () => Promise<Readable>
    },
  ) => Promise<object>
}

interface FileLink<Link extends z.ZodObject> extends LinkAccess<Link> {
  readonly body?: undefined
  readonly reply: { readonly type: 'file' }
  readonly handle: (input: LinkInput<z.output<Link>>) => Promise<FileReply>
}

type TypedLinkEndpoint<Link extends z.ZodObject> =
  | JsonLink<Link>
  | UploadLink<Link>
  | FileLink<Link>

/** Needs no key: a signed link or a token in an e-mail is the permission. */
// oxlint-disable-next-line typescript/no-explicit-any
export type LinkEndpoint = TypedLinkEndpoint<any>

type WithoutAccess<T> = T extends unknown ? Omit<T, 'access'> : never

/** Defines an endpoint behind a link; the schema of the link gives `handle` its types. */
export function linkEndpoint<Link extends z.ZodObject>(
  definition: WithoutAccess<TypedLinkEndpoint<Link>>,
): LinkEndpoint {
  return { ...definition, access: 'link' }
}
