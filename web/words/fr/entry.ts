import type { Part } from '../part.ts'

export const formBusy = 'Un instant'
export const formUnencrypted =
  'Cette connexion n’est pas chiffrée : d’autres sur le réseau peuvent lire votre mot de passe. Placez un proxy inverse avec HTTPS devant ce service.'
export const resetTitle = 'Choisir un nouveau mot de passe'
export const resetLead = 'Toutes vos sessions se terminent.'
export const resetSubmit = 'Définir le mot de passe'
export const joinTitle = (team: Part) => `Rejoindre ${team}`
export const joinLead = (role: Part) => `Vous aurez le rôle ${role} dans l’équipe.`
export const joinSubmit = 'Rejoindre'
export const joinPasswordHint =
  'Au moins 12 caractères. Si vous utilisez déjà cette console, saisissez votre mot de passe actuel.'
export const joinAnyTeam = 'une équipe'
export const invalidTitle = 'Ce lien ne fonctionne pas'
export const invalidLink = 'Aller à la console'
export const setUpTitle = 'Installer Weir'
export const setUpLead = 'Vous serez l’opérateur de ce service.'
export const setUpSubmit = 'Installer'
export const codeLabel = 'Code d’installation'
export const codeHint =
  'Le service affiche un lien qui le contient au démarrage ; `weir open` l’affiche de nouveau.'
export const codeOfApp = 'Code de votre application d’authentification'
export const codeOfAppHint = 'Ou l’un de vos codes de secours.'
export const signInTitle = 'Se connecter à Weir'
export const signInLead = 'Votre propre service de données du Web.'
export const signInSubmit = 'Se connecter'
export const providerButton = (provider: Part) => `Se connecter avec ${provider}`
export const signInFailed = 'Vous n’êtes pas connecté'
export const signInByPassword = 'Se connecter avec e-mail et mot de passe'
export const signInByKey = 'Se connecter avec une clé d’opérateur'
export const keyLabel = 'Clé d’API'
export const keyHint =
  'Une clé sans restriction de la première équipe. La session se termine après une heure.'
export const againText =
  'Reconnectez-vous pour reprendre où vous étiez. Ce que vous avez saisi est conservé.'
export const passkeyButton = 'Se connecter avec une clé d’accès'
export const passkeyClosed =
  'Rien n’a été signé : la demande du navigateur a été fermée ou a pris trop de temps. Réessayez.'
export const passkeyKnown = 'Cet appareil a déjà une clé d’accès pour vous.'
