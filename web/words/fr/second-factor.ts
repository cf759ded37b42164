import type { Part } from '../part.ts'

export const cardTitle = 'Code à la connexion'
export const offText =
  'En plus de votre mot de passe, demander à chaque connexion un code d’une application d’authentification sur votre téléphone.'
export const onButton = 'Configurer une application d’authentification'
export const scanText =
  'Scannez cette image avec votre application d’authentification, puis saisissez le code qu’elle affiche.'
export const scanPicture = 'Code QR pour l’application d’authentification'
export const scanSecret = 'Ou saisissez cette clé dans l’application :'
export const onSubmit = 'Activer les codes'
export const codeLabel = 'Code'
export const onText = (left: Part) =>
  `Vous vous connectez avec un code de votre application. Il reste ${left} codes de secours.`
export const offSubmit = 'Désactiver les codes'
export const recoverySubmit = 'Nouveaux codes de secours'
export const recoveryText =
  'Gardez ces codes de secours en lieu sûr. Chacun ouvre la console une fois si vous perdez votre téléphone. Ils ne seront plus affichés.'
