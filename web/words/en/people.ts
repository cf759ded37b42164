import type { Part } from '../part.ts'

export const roleViewer = 'reads everything'
export const roleMember = 'also runs operations, jobs and monitors'
export const roleAdmin = 'also manages keys and people'
export const roleLabel = 'Role'
export const roleSelect = (name: Part) => `Role of ${name}`
export const roleOperator = 'operator'
export const pageLead = 'People sign in to this console. Programs use API keys.'
export const pageInvite = 'Invite'
export const linkText = 'Send this link to the person. It works once.'
export const columnsSeen = 'Last seen'
export const columnsEmail = 'E-mail'
export const rowSelf = 'you'
export const rowPassword = 'Password link'
export const removeButton = 'Remove'
export const invitesTitle = 'Open invites'
export const invitesAnybody = 'Anybody with the link'
export const invitesRole = (role: Part) => ` as ${role}`
export const invitesOrigin = (createdBy: Part, expiresAt: Part) =>
  `by ${createdBy}, until ${expiresAt}`
export const invitesWithdraw = 'Withdraw'
export const formTitle = 'Invite a person'
export const formHint =
  'Only this address can use the link. Leave it empty to let anybody with the link join.'
export const formSubmit = 'Make the link'
