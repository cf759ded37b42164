/** Escapes text content of HTML. */
export function escapeText(value: string): string {
  if (!markup.test(value)) return value
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const markup = /[&<>]/

/** Escapes an attribute value of HTML. */
export const escapeAttribute = (value: string): string =>
  escapeText(value).replaceAll('"', '&quot;')
