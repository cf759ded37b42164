export const listLead =
  'Providers have records of pages that are not scraped. Those that are used are asked in the order in which they were chosen.'
export const emptyTitle = 'No data providers'
export const emptyText = 'The operator of this service has configured none.'
export const choiceLabel = 'Ask data providers for this team'
export const choiceForbidden = '; not permitted by the operator'
export const termsAccept = 'Accept the terms'
export const termsVersion = '{name}, version {version}'
