/** Kinds of sites that results can be restricted to (docs/api/search.md). */
export const categoryNames = ['github', 'research', 'pdf', 'gov'] as const
/** Names of the developer index. */
export const developerNames = [
  'developer',
  'repo',
  'code',
  'docs',
  'devdex',
  'repo_search',
  'developer_index',
] as const

export const isDeveloper = (type: string) => developerNames.some((name) => name === type)

type CategoryName = (typeof categoryNames)[number] | (typeof developerNames)[number]

interface Category {
  readonly type: CategoryName
  readonly sites?: readonly string[] | undefined
}

const researchSites = [
  'arxiv.org',
  'scholar.google.com',
  'pubmed.ncbi.nlm.nih.gov',
  'researchgate.net',
  'nature.com',
  'science.org',
  'ieee.org',
  'acm.org',
  'springer.com',
  'wiley.com',
  'sciencedirect.com',
  'plos.org',
  'biorxiv.org',
  'medrxiv.org',
] as const

/** Domains of governments, parliaments and courts. */
const governmentSites = [
  'gov',
  'mil',
  'gov.uk',
  'parliament.uk',
  'gov.au',
  'govt.nz',
  'gc.ca',
  'canada.ca',
  'gov.ie',
  'gov.in',
  'europa.eu',
  'gouv.fr',
  'bund.de',
  'admin.ch',
  'gv.at',
] as const

/** Sites and file types of which a result needs one; both empty without categories. */
export function makeRestriction(categories: readonly Category[]) {
  const sites = categories.flatMap((category) => listSites(category))
  const fileTypes = categories.some(({ type }) => type === 'pdf') ? ['pdf'] : []
  return { sites: [...new Set(sites)], fileTypes }
}

function listSites({ type, sites }: Category): readonly string[] {
  if (type === 'github') return sites?.length ? sites : ['github.com']
  if (type === 'research') return sites?.length ? sites : researchSites
  if (type === 'gov') return sites?.length ? sites : governmentSites
  return []
}

/** The category of a result among those that were asked for. */
export function findCategory(
  address: string,
  categories: readonly Category[],
): (typeof categoryNames)[number] | undefined {
  const { hostname, pathname } = new URL(address)
  for (const category of categories) {
    const isOnSite = listSites(category).some(
      (site) => hostname === site || hostname.endsWith(`.${site}`),
    )
    if (isOnSite) return categoryNames.find((name) => name === category.type)
    if (category.type === 'pdf' && pathname.toLowerCase().endsWith('.pdf')) return 'pdf'
  }
  return undefined
}
