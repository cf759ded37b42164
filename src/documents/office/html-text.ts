/** Escapes text content of HTML. */
export const text = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Escapes an attribute value of HTML. */
export const attribute = (value: string): string => text(value).replaceAll('"', '&quot;')
