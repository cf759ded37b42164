import type { Part } from '../part.ts'

export const dataProviders = 'Data providers'
export const providersHaveRecordsOf =
  'Providers have records of pages that are not scraped. Those that are used are asked in the order in which they were chosen.'
export const noDataProviders = 'No data providers'
export const theOperatorOfThis = 'The operator of this service has configured none.'
export const askDataProvidersFor = 'Ask data providers for this team'
export const notPermittedByThe = '; not permitted by the operator'
export const acceptTheTerms = 'Accept the terms'
export const version = (name: Part, version: Part) => `${name}, version ${version}`
