import type { Part } from '../part.ts'

export const feedsTitle = 'RSS and Atom feeds'
export const feedsHint =
  'Whoever has an address of a feed reads its changes without signing in, until you remove it.'
export const subjectLabel = 'Changes of'
export const subjectAll = 'all monitors'
export const subjectTag = (tag: Part) => `monitors with the tag ${tag}`
export const subjectGone = 'a deleted monitor'
export const createButton = 'Create a feed'
export const createdHint = 'Copy the address now. It is not shown again.'
export const atomLabel = 'Atom address'
export const rssLabel = 'RSS address'
export const listCreated = (time: Part) => `created ${time}`
export const listRemove = (subject: Part) => `Remove the feed of ${subject}`
