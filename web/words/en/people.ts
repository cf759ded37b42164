import type { Part } from '../part.ts'

export const readsEverything = 'reads everything'
export const alsoRunsOperationsJobs = 'also runs operations, jobs and monitors'
export const alsoManagesKeysAnd = 'also manages keys and people'
export const peopleSignInTo = 'People sign in to this console. Programs use API keys.'
export const invite = 'Invite'
export const sendThisLinkTo = 'Send this link to the person. It works once.'
export const people = 'People'
export const name = 'Name'
export const role = 'Role'
export const lastSeen = 'Last seen'
export const actions = 'Actions'
export const roleOf = (name: Part) => `Role of ${name}`
export const operator = 'operator'
export const you = 'you'
export const passwordLink = 'Password link'
export const remove = (name: Part) => `Remove ${name}`
export const remove2 = 'Remove'
export const openInvites = 'Open invites'
export const anybodyWithTheLink = 'Anybody with the link'
export const as = (role: Part) => ` as ${role}`
export const byUntil = (createdBy: Part, expiresAt: Part) => `by ${createdBy}, until ${expiresAt}`
export const withdraw = 'Withdraw'
export const inviteAPerson = 'Invite a person'
export const eMailAddress = 'E-mail address'
export const onlyThisAddressCan =
  'Only this address can use the link. Leave it empty to let anybody with the link join.'
export const makeTheLink = 'Make the link'
export const eMail = 'E-mail'
