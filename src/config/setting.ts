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
