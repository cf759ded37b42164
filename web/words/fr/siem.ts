import type { Part } from '../part.ts'

export const typeHttp = 'Lignes JSON par HTTPS'
export const secretKeep = 'Laissez vide pour garder celui qui est enregistré.'
export const sentinelTenant = 'Identifiant du locataire'
export const sentinelClient = 'Identifiant client'
export const sentinelSecret = 'Secret client'
export const sentinelEndpoint = 'URL d’ingestion des journaux'
export const sentinelRule = 'Identifiant immuable de la règle'
export const sentinelStream = 'Flux'
export const sentinelStreamHint = 'Commence par Custom-.'
export const httpSecretHint = (kept: Part) =>
  `${kept} Sans lui, le secret de webhook de l’équipe signe.`
export const pageTitle = 'Journal SIEM'
export const pageLead =
  'Envoie un événement pour chaque URL lue pour cette équipe. Les événements n’ont pas de contenu.'
export const testSuccess = 'La destination a accepté un événement de test.'
export const testButton = 'Envoyer un événement de test'
export const formEnabled = 'Envoyer des événements'
export const formType = 'Destination'
export const formEnable = 'Y envoyer les événements'
export const formWarning =
  'Désormais, l’URL de chaque lecture de cette équipe va à cette destination. Envoyez ensuite un événement de test.'
export const deliveryTitle = 'Événements'
export const deliverySent = 'dernière livraison'
export const deliveryFailed = 'dernier échec'
export const exampleTitle = 'Exemple d’événement'
