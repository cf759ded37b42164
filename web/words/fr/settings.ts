import type { Part } from '../part.ts'

export const languageLabel = 'Langue de la console'
export const languageHint =
  'Dans ce navigateur. Ce que le service écrit lui-même, comme les erreurs, est en anglais.'
export const passwordTitle = 'Votre mot de passe'
export const passwordChanged =
  'Le mot de passe est modifié. Toutes les autres sessions sont terminées.'
export const passwordCurrent = 'Mot de passe actuel'
export const passwordNew = 'Nouveau mot de passe'
export const passwordSubmit = 'Modifier le mot de passe'
export const sessionsTitle = 'Où vous êtes connecté'
export const sessionsAddress = (address: Part) => ` depuis ${address}`
export const sessionsTimes = (createdAt: Part, seenAt: Part) =>
  `connecté ${createdAt}, dernière utilisation ${seenAt}`
export const sessionsCurrent = 'ce navigateur'
export const sessionsEnd = 'Terminer'
export const sessionsAll = 'Se déconnecter partout ailleurs'
export const sessionsBrowser = (name: Part, system: Part) => `${name} sur ${system}`
export const serviceTitle = 'Service'
export const serviceLead = 'Lu dans l’environnement au démarrage du service.'
export const serviceFind = 'Trouver un paramètre'
export const addressesTitle = 'Adresses autorisées'
export const addressesLabel = 'Adresses et plages'
export const addressesHint = (ownAddress: Part) =>
  `Une par ligne ; vide les autorise toutes. Les clés et sessions d’autres adresses sont refusées. Votre adresse est ${ownAddress}.`
export const retentionOff =
  'Les requêtes ne peuvent pas demander qu’aucune donnée ne soit conservée.'
export const retentionAllowed = 'Les requêtes peuvent demander qu’aucune donnée ne soit conservée.'
export const retentionForced = 'Rien d’aucune requête n’est conservé sous forme lisible.'
export const retentionLabel = 'Aucune conservation des données'
export const personName = 'Nom que les autres voient'
export const renamingSubmit = 'Renommer'
export const teamPlan = 'Offre'
export const resultDaysLabel = 'Jours de conservation des résultats'
export const resultDaysHint =
  'Pour les nouveaux crawls et lots. Une tâche seule peut être conservée plus longtemps sur sa page.'
export const safeModeLabel = 'Mode sûr'
export const safeModeHint =
  'L’équipe ne lit que des pages publiques : pas de sessions de navigateur, profils, identifiants, saisie dans les pages, proxys renforcés ni crawl contre robots.txt.'
export const deletionTitle = 'Supprimer l’équipe'
export const deletionText =
  'Met fin aussitôt à ses clés, tâches, surveillances, sessions de navigateur et exécutions d’agent. Les résultats conservés sont supprimés à la fin de leur durée de conservation. C’est irréversible.'
export const deletionHint = (name: Part) => `Saisissez ${name} pour confirmer.`
export const trialsModel = 'Modèle de langage'
export const trialsSearch = 'Fournisseurs de recherche'
export const trialsTitle = 'Essayer les connexions'
export const trialsButton = (title: Part) => `Essayer ${title}`
