export const adviceTimeout = 'Donnez plus de temps à la page ou demandez moins de formats.'
export const adviceDns =
  'Vérifiez l’orthographe de l’hôte. Pour une adresse de votre propre réseau, l’opérateur l’ajoute à WEIR_ALLOWED_PRIVATE_HOSTS.'
export const adviceRefused =
  'Le site refuse les programmes. Utilisez le proxy renforcé ou ouvrez la page dans le navigateur.'
export const adviceTls =
  'Le certificat du site n’est pas valide. N’ignorez la vérification que pour un site auquel vous faites confiance.'
export const adviceCredits = 'Abaissez la limite ou demandez plus de crédits à l’opérateur.'
export const adviceWait = 'Attendez un instant, puis exécutez de nouveau.'
export const adviceSchema = 'Corrigez le champ que nomme le message.'
export const adviceModel =
  'Configurez un modèle de langage dans les paramètres du service ou demandez des formats qui n’en ont pas besoin.'
export const adviceCache =
  'Acceptez des copies plus anciennes ou désactivez l’option qui ne lit que le cache.'
export const adviceFile = 'Essayez un autre fichier ou un autre analyseur.'
export const adviceAction =
  'Vérifiez les sélecteurs des actions et ajoutez une attente avant l’action qui a échoué.'
export const advicePermission =
  'Demandez l’autorisation à un administrateur de l’équipe ou choisissez une autre option.'
export const adviceBug =
  'Exécutez-la de nouveau. Si elle échoue encore, signalez l’identifiant de la requête.'
export const tryTimeout = 'Exécuter avec 2 minutes'
export const tryProxy = 'Exécuter avec le proxy renforcé'
export const tryBrowser = 'Exécuter dans le navigateur'
export const tryTls = 'Exécuter sans vérifier le certificat'
export const tryCache = 'Exécuter avec des copies plus anciennes'
