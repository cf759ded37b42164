import type { Part } from '../part.ts'

export const typeHttp = 'JSON lines over HTTPS'
export const secretKeep = 'Leave it empty to keep the stored one.'
export const sentinelTenant = 'Tenant id'
export const sentinelClient = 'Client id'
export const sentinelSecret = 'Client secret'
export const sentinelEndpoint = 'Log ingestion URL'
export const sentinelRule = 'Immutable id of the rule'
export const sentinelStream = 'Stream'
export const sentinelStreamHint = 'Begins with Custom-.'
export const httpSecretHint = (kept: Part) =>
  `${kept} Without one, the webhook secret of the team signs.`
export const pageTitle = 'SIEM logging'
export const pageLead =
  'Sends one event for each URL that is fetched for this team. Events have no content.'
export const testSuccess = 'The destination accepted a test event.'
export const testButton = 'Send a test event'
export const formEnabled = 'Send events'
export const formType = 'Destination'
export const formEnable = 'Send events to it'
export const formWarning =
  'From now on the URL of every fetch of this team goes to this destination. Send a test event afterwards.'
export const deliveryTitle = 'Events'
export const deliverySent = 'last delivery'
export const deliveryFailed = 'last failure'
export const exampleTitle = 'Example event'
