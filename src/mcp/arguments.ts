import { ServiceError } from '#kernel/errors.ts'
import type { Arguments } from './tool.ts'

/** Without members that say nothing: language models fill in optional ones with null, "", [] and {}. */
export const withoutEmpty = (args: Arguments): Arguments =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => !isEmpty(value)))

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** The text of a required argument. Fails with `BAD_REQUEST`. */
export function readArgument(args: Arguments, name: string): string {
  const value = args[name]
  if (typeof value === 'string' && value !== '') return value
  throw new ServiceError('BAD_REQUEST', `${name} is required and must be a text.`)
}

/** Parts of an object by name. */
export const pick = (args: Arguments, names: readonly string[]): Arguments =>
  Object.fromEntries(names.filter((name) => name in args).map((name) => [name, args[name]]))

/** An object without some members. */
export const omit = (args: Arguments, names: readonly string[]): Arguments =>
  Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name)))
