/** Decodes percent-encoded UTF-8. Returns a text that is not encoded correctly as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
