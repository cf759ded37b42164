/** Query parameters that track users or bypass caches and do not affect the response. */
const passingParameter =
  /^(utm_.*|_?gl|_ga|_hs.*|hsa_.*|mc_[ce]id|[gy]clid|gclsrc|dclid|fbclid|msclkid|twclid|ttclid|li_fat_id|igshid|mkt_tok|vero_.*|oly_.*|wickedid|ref(_src|errer)?|source|spm|scm|campaign.*|trk.*|cmpid|icid|s_cid|ncid|cb|cachebust(er)?|bust|nocache|_|t|ts|timestamp|time|rand(om)?|rnd|nonce|token|csrf.*|_token|authenticity_token|sid|session(_?id)?|phpsessid|jsessionid|aspsessionid.*|cfid|cftoken|sess|v|ver|version|rev|hash|h|build)$/i

/** A path segment with the number or name of a release or build. */
const versionSegment =
  /^(v|r|release-|rel-|version-|stable-)?\d+(\.(\d+|x))*([-+_.]?(alpha|beta|rc|dev|pre|post|a|b|p|m|lts|final)(\.?\d+)?)*\.?$|^(latest|stable|current|master|main|develop|dev|trunk|head|next|edge)$/i
/** A hash, or a name with a generated number: `a00050_source`. */
const generatedName = /^(?:(?=.*\d)(?=.*[a-f])[0-9a-f]{7,128}|[a-z]{1,3}_?\d{4,}(?:_source)?)$/i
/** `app.3f9a2c1b.js`, `logo-3f9a2c1b.svg`. */
const hashPart = /[._-](?=[a-z]*\d)(?=\d*[a-z])(?:[0-9a-f]{6,64}|[0-9a-z]{8,64})(?=[._-]|$)/gi
/** Generated numbers: `swap_1_3_5_5_2_1_3`. */
const counted = /(?:[_-]\d+){4,}(?=[_-]|$)/g
const pageEnding =
  /(?:^|\/)(?:index|default|home)?\.?(?:[sx]?html?|php|aspx?|jsp|md)?$|\.(?:[sx]?html?|php|aspx?|jsp|md)$/i
const sessionSuffix = /;(jsessionid|sid|phpsessid)=[^/?#]*/gi

/**
 * Returns the key of a link target: the site, the name of the page and the query parameters that select it. The folder of the
 * page, versions, builds and the fragment are ignored, because they change without a change of content. An empty key means that
 * the URL does not identify its target.
 */
export function linkTargetKey(address: string): string {
  const isPicture = address.startsWith('!')
  const url = URL.parse(isPicture ? address.slice(1) : address)
  if (!url) return ''
  if (url.protocol === 'mailto:' || url.protocol === 'tel:') return url.protocol + url.pathname
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return ''
  const name = readName(url.pathname)
  if (isPicture) return name === '' ? '' : `!${name}`
  const parameters = [...url.searchParams]
    .filter(([key, value]) => !passingParameter.test(key) && !isOpaque(value))
    .map(([key, value]) => `${key}=${value}`)
    .toSorted()
  const host = url.hostname.replace(/^(www|m|amp)\./, '')
  return `${host}/${name}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`.toLowerCase()
}

/** The last path segment that is a name. */
function readName(pathname: string): string {
  const segments = pathname.replaceAll(sessionSuffix, '').split('/').toReversed()
  for (const segment of segments) {
    const name = segment.replace(pageEnding, '').replaceAll(hashPart, '').replaceAll(counted, '')
    if (name !== '' && !versionSegment.test(name) && !generatedName.test(name)) return name
  }
  return ''
}

/** Timestamps, nonces and session ids. */
const isOpaque = (value: string) =>
  /^\d{10,}$/.test(value) || (value.length >= 16 && /^(?=.*\d)[\w-]+$/.test(value))
