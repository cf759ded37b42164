export const transferTitle = 'Importer et exporter'
export const exportButton = 'Tout enregistrer dans un fichier'
export const importLabel = 'Fichier à importer'
export const importHint =
  'Un fichier enregistré ici, ou url-watches.json d’une sauvegarde de changedetection.io.'
export const importUnknown =
  'Ce n’est pas un fichier de surveillances. Choisissez-en un enregistré ici, ou url-watches.json de changedetection.io.'
export const importResult = '{monitors} ajoutées.'
export const importLeft = '{name} : sans {left}'
export const importRefused = '{name} a été refusée : {reason}'
export const leftSteps = 'les étapes du navigateur'
