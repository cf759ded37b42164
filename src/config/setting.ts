import { z } from 'zod'

/** A setting: the environment variable that holds it, and the schema that checks it and describes its meaning. */
export interface Setting<Schema extends z.ZodType = z.ZodType, Variable = string> {
  readonly variable: Variable
  readonly schema: Schema
}

/** The settings of one module. */
export type Settings = Readonly<Record<string, Setting>>

export type ValuesOf<Group extends Settings> = {
  readonly [Name in keyof Group]: z.output<Group[Name]['schema']>
}

export const setting = <Variable extends string, Schema extends z.ZodType>(
  variable: Variable,
  schema: Schema,
): Setting<Schema, Variable> => ({ variable, schema })

/** A number of bytes. */
export const bytes = (meaning: string) => z.coerce.number().int().min(0).describe(meaning)

/** A comma-separated list. */
export const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  )

const addressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

/** A comma-separated list of addresses and address ranges. */
export const addressRanges = list.refine(
  (items) => items.every((item) => addressRange.safeParse(item).success),
  'must be addresses or ranges, for example 10.1.0.0/16 or fd00:1::/32',
)

const proxyProtocols = ['http:', 'https:', 'socks5:']

/** A comma-separated list of upstream proxies. */
export const proxyUrls = list.refine(
  (items) => items.every(isProxyUrl),
  'must be URLs that begin with http://, https:// or socks5://, each with two letters after # if it has a country',
)

function isProxyUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url?.hostname || !proxyProtocols.includes(url.protocol)) return false
  return url.hash.length === 0 || url.hash.length === '#de'.length
}
