import type { Part } from '../part.ts'

export const roleViewer = 'lê tudo'
export const roleMember = 'também executa operações, trabalhos e monitores'
export const roleAdmin = 'também gerencia chaves e pessoas'
export const roleLabel = 'Função'
export const roleSelect = (name: Part) => `Função de ${name}`
export const roleOperator = 'operador'
export const pageLead = 'Pessoas entram neste console. Programas usam chaves de API.'
export const pageInvite = 'Convidar'
export const linkText = 'Envie este link à pessoa. Ele funciona uma vez.'
export const columnsSeen = 'Visto por último'
export const columnsEmail = 'E-mail'
export const rowSelf = 'você'
export const rowPassword = 'Link de senha'
export const removeButton = 'Remover'
export const invitesTitle = 'Convites abertos'
export const invitesAnybody = 'Qualquer pessoa com o link'
export const invitesRole = (role: Part) => ` como ${role}`
export const invitesOrigin = (createdBy: Part, expiresAt: Part) =>
  `por ${createdBy}, até ${expiresAt}`
export const invitesWithdraw = 'Retirar'
export const formTitle = 'Convidar uma pessoa'
export const formHint =
  'Só este endereço pode usar o link. Deixe vazio para que qualquer pessoa com o link possa entrar.'
export const formSubmit = 'Criar o link'
