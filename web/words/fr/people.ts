import type { Part } from '../part.ts'

export const roleViewer = 'lit tout'
export const roleMember = 'exécute aussi opérations, tâches et surveillances'
export const roleAdmin = 'gère aussi les clés et les personnes'
export const roleLabel = 'Rôle'
export const roleSelect = (name: Part) => `Rôle de ${name}`
export const roleOperator = 'opérateur'
export const pageLead =
  'Les personnes se connectent à cette console. Les programmes utilisent des clés d’API.'
export const pageInvite = 'Inviter'
export const linkText = 'Envoyez ce lien à la personne. Il fonctionne une fois.'
export const columnsSeen = 'Vu pour la dernière fois'
export const columnsEmail = 'E-mail'
export const rowSelf = 'vous'
export const rowPassword = 'Lien de mot de passe'
export const removeButton = 'Retirer'
export const invitesTitle = 'Invitations ouvertes'
export const invitesAnybody = 'Quiconque a le lien'
export const invitesRole = (role: Part) => ` comme ${role}`
export const invitesOrigin = (createdBy: Part, expiresAt: Part) =>
  `par ${createdBy}, jusqu’au ${expiresAt}`
export const invitesWithdraw = 'Retirer l’invitation'
export const formTitle = 'Inviter une personne'
export const formHint =
  'Seule cette adresse peut utiliser le lien. Laissez vide pour que quiconque a le lien puisse rejoindre.'
export const formSubmit = 'Créer le lien'
