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
export const onText =
  'Vous vous connectez avec un code de votre application. Il reste {left} codes de secours.'
export const offSubmit = 'Désactiver les codes'
export const recoverySubmit = 'Nouveaux codes de secours'
export const recoveryText =
  'Gardez ces codes de secours en lieu sûr. Chacun ouvre la console une fois si vous perdez votre téléphone. Ils ne seront plus affichés.'
export const passkeysTitle = 'Clés d’accès'
export const passkeysText =
  'Connectez-vous avec une empreinte, un visage ou le code d’un appareil, au lieu du mot de passe et du code.'
export const passkeysNeeds =
  'Les clés d’accès demandent HTTPS et un nom : ouvrez la console à son adresse `https://`, ou à `http://localhost` sur la machine même, dans un navigateur récent.'
export const passkeyName = 'Nom de la clé d’accès, par exemple l’appareil'
export const passkeyAdd = 'Ajouter une clé d’accès'
export const passkeyAdded = 'Ajoutée {time}, jamais utilisée'
export const passkeyUsed = 'Utilisée {time}'
export const passkeyRemove = 'Retirer'
export const passkeyRemoveOne = 'Retirer la clé d’accès {name}'
