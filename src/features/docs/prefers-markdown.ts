/**
 * Whether a client that sends this `Accept` header gets Markdown: if it names `text/markdown` and does not prefer HTML. Browsers
 * never name it.
 */
export function prefersMarkdown(accept: string): boolean {
  const qualities = new Map(
    accept
      .toLowerCase()
      .split(',')
      .map((range) => {
        const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
        const quality = parameters.find((part) => part.startsWith('q='))
        return [type, quality === undefined ? 1 : Number(quality.slice(2))] as const
      }),
  )
  const markdown = qualities.get('text/markdown') ?? 0
  return markdown > 0 && markdown >= (qualities.get('text/html') ?? 0)
}
