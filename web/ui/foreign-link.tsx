/** A link to another site; URLs that are not of the web are text. */
export function ForeignLink({ url, text }: { url: string; text?: string }) {
  const shown = text ?? url
  if (!URL.canParse(url)) return <>{shown}</>
  const { protocol, href } = new URL(url)
  if (protocol !== 'http:' && protocol !== 'https:') return <>{shown}</>
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {shown}
    </a>
  )
}
