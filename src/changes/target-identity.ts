/** Parameters that say who follows a link, or keep caches from answering, and never what is behind it. */
const passingParameter =
  /^(utm_.*|_?gl|_ga|_hs.*|hsa_.*|mc_[ce]id|[gy]clid|gclsrc|dclid|fbclid|msclkid|twclid|ttclid|li_fat_id|igshid|mkt_tok|vero_.*|oly_.*|wickedid|ref(_src|errer)?|source|spm|scm|campaign.*|trk.*|cmpid|icid|s_cid|ncid|cb|cachebust(er)?|bust|nocache|_|t|ts|timestamp|time|rand(om)?|rnd|nonce|token|csrf.*|_token|authenticity_token|sid|session(_?id)?|phpsessid|jsessionid|aspsessionid.*|cfid|cftoken|sess|v|ver|version|rev|hash|h|build)$/i

/** A segment that numbers a release or a build, or names one that moves on. */
const versionSegment =
  /^(v|r|release-|rel-|version-|stable-)?\d+(\.(\d+|x))*([-+_.]?(alpha|beta|rc|dev|pre|post|a|b|p|m|lts|final)(\.?\d+)?)*\.?$|^(latest|stable|current|master|main|develop|dev|trunk|head|next|edge)$/i
/** A hash, or a name that a generator has numbered: `a00050_source`. */
const generatedName = /^(?:(?=.*\d)(?=.*[a-f])[0-9a-f]{7,128}|[a-z]{1,3}_?\d{4,}(?:_source)?)$/i
/** `app.3f9a2c1b.js`, `logo-3f9a2c1b.svg`. */
const hashPart = /[._-](?=[a-z]*\d)(?=\d*[a-z])(?:[0-9a-f]{6,64}|[0-9a-z]{8,64})(?=[._-]|$)/gi
/** Numbers of a generator: `swap_1_3_5_5_2_1_3`. */
const counted = /(?:[_-]\d+){4,}(?=[_-]|$)/g
const pageEnding =
  /(?:^|\/)(?:index|default|home)?\.?(?:[sx]?html?|php|aspx?|jsp|md)?$|\.(?:[sx]?html?|php|aspx?|jsp|md)$/i
const sessionSuffix = /;(jsessionid|sid|phpsessid)=[^/?#]*/gi

/**
 * What a link leads to, as far as it can be told from its address: the site, the name of the page, the parameters that
 * choose it. Where on the site the page is filed, its version, its build and the place within it do not count: they
 * move without anything being said differently. An empty answer means that nothing can be told.
 */
export function targetIdentity(address: string): string {
  const isPicture = address.startsWith('!')
  const url = URL.parse(isPicture ? address.slice(1) : address)
  if (!url) return ''
  if (url.protocol === 'mailto:' || url.protocol === 'tel:') return url.protocol + url.pathname
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return ''
  const name = nameOf(url.pathname)
  if (isPicture) return name === '' ? '' : `!${name}`
  const parameters = [...url.searchParams]
    .filter(([key, value]) => !passingParameter.test(key) && !isOpaque(value))
    .map(([key, value]) => `${key}=${value}`)
    .toSorted()
  const host = url.hostname.replace(/^(www|m|amp)\./, '')
  return `${host}/${name}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`.toLowerCase()
}

/** The last segment that names something. */
function nameOf(pathname: string): string {
  const segments = pathname.replaceAll(sessionSuffix, '').split('/').toReversed()
  for (const segment of segments) {
    const name = segment.replace(pageEnding, '').replaceAll(hashPart, '').replaceAll(counted, '')
    if (name !== '' && !versionSegment.test(name) && !generatedName.test(name)) return name
  }
  return ''
}

/** Stamps, nonces and keys of sessions. */
const isOpaque = (value: string) =>
  /^\d{10,}$/.test(value) || (value.length >= 16 && /^(?=.*\d)[\w-]+$/.test(value))
