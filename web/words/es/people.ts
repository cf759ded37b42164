import type { Part } from '../part.ts'

export const roleViewer = 'lo lee todo'
export const roleMember = 'también ejecuta operaciones, trabajos y monitores'
export const roleAdmin = 'también gestiona claves y personas'
export const roleLabel = 'Rol'
export const roleSelect = (name: Part) => `Rol de ${name}`
export const roleOperator = 'operador'
export const pageLead =
  'Las personas inician sesión en esta consola. Los programas usan claves de API.'
export const pageInvite = 'Invitar'
export const linkText = 'Envía este enlace a la persona. Funciona una vez.'
export const columnsSeen = 'Visto por última vez'
export const columnsEmail = 'Correo'
export const rowSelf = 'tú'
export const rowPassword = 'Enlace de contraseña'
export const removeButton = 'Quitar'
export const invitesTitle = 'Invitaciones abiertas'
export const invitesAnybody = 'Cualquiera con el enlace'
export const invitesRole = (role: Part) => ` como ${role}`
export const invitesOrigin = (createdBy: Part, expiresAt: Part) =>
  `por ${createdBy}, hasta ${expiresAt}`
export const invitesWithdraw = 'Retirar'
export const formTitle = 'Invitar a una persona'
export const formHint =
  'Solo esta dirección puede usar el enlace. Déjalo vacío para que pueda unirse cualquiera con el enlace.'
export const formSubmit = 'Crear el enlace'
