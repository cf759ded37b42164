import type { Part } from '../part.ts'

export const pageLead =
  'Une clé donne accès à l’API de cette équipe. Elle est affichée une fois, lors de sa création.'
export const formTitle = 'Nouvelle clé'
export const formOperations = 'Seulement ces opérations'
export const formHosts = 'Seulement ces sites'
export const formHostsHint =
  'Hôtes ou URL des sites. *.shop.example désigne les sous-domaines de shop.example. Les autres hôtes ne sont pas joints, pas même pour des parties d’une page.'
export const formFormats = 'Seulement ces formats'
export const formHint = 'Sans choix, la clé peut tout utiliser.'
export const formSubmit = 'Créer'
export const createdText = 'Copiez la clé maintenant. Elle ne sera plus affichée.'
export const listTitle = 'Clés'
export const columnsKey = 'Clé'
export const columnsRestrictions = 'Limitée à'
export const columnsCreated = 'Créée'
export const usedNever = 'pas depuis 7 jours'
export const rowRevoked = 'révoquée'
export const rowAction = (action: Part, name: Part) => `${action} : ${name}`
export const revokeConfirm = 'Révoquer maintenant'
export const revokeButton = 'Révoquer'
export const revokeWarning =
  'Une clé révoquée est refusée en moins d’une seconde. C’est irréversible.'
export const restrictionsNone = 'tout'
export const namePlaceholder = 'À quoi elle sert'
