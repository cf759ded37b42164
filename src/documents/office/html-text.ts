/** Escapes text content of HTML. */
export function text(value: string): string {
  if (!markup.test(value)) return value
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const markup = /[&<>]/

/** Escapes an attribute value of HTML. */
export const attribute = (value: string): string => text(value).replaceAll('"', '&quot;')
