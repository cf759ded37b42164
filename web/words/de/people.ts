import type { Part } from '../part.ts'

export const roleViewer = 'liest alles'
export const roleMember = 'führt auch Operationen, Aufträge und Monitore aus'
export const roleAdmin = 'verwaltet auch Schlüssel und Personen'
export const roleLabel = 'Rolle'
export const roleSelect = (name: Part) => `Rolle von ${name}`
export const roleOperator = 'Betreiber'
export const pageLead = 'Personen melden sich an dieser Konsole an. Programme nutzen API-Schlüssel.'
export const pageInvite = 'Einladen'
export const linkText = 'Senden Sie der Person diesen Link. Er gilt einmal.'
export const columnsSeen = 'Zuletzt gesehen'
export const columnsEmail = 'E-Mail'
export const rowSelf = 'Sie'
export const rowPassword = 'Passwortlink'
export const removeButton = 'Entfernen'
export const invitesTitle = 'Offene Einladungen'
export const invitesAnybody = 'Jeder mit dem Link'
export const invitesRole = (role: Part) => ` als ${role}`
export const invitesOrigin = (createdBy: Part, expiresAt: Part) =>
  `von ${createdBy}, bis ${expiresAt}`
export const invitesWithdraw = 'Zurückziehen'
export const formTitle = 'Eine Person einladen'
export const formHint =
  'Nur diese Adresse kann den Link nutzen. Lassen Sie das Feld leer, damit jeder mit dem Link beitreten kann.'
export const formSubmit = 'Link erstellen'
