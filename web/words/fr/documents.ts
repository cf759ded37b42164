import type { Part } from '../part.ts'

export const viewerRefusal =
  'Les lecteurs ne peuvent pas convertir de fichiers. Demandez le rôle de membre à un administrateur de l’équipe.'
export const dropText = (bytesMax: Part) =>
  `Déposez ou collez des fichiers ici : PDF, fichiers bureautiques, e-mails, HTML et images, ${bytesMax} au plus chacun.`
export const dropChoose = 'Choisir des fichiers'
export const dropInput = 'Fichiers à convertir'
export const listLabel = 'Fichiers convertis'
export const readingText = 'Le premier fichier est en cours de lecture.'
export const stateReading = 'en cours de lecture'
export const stateWaiting = 'en attente'
export const stateDone = 'converti'
export const refusalSize = (bytesMax: Part) => `Le fichier dépasse ${bytesMax}.`
export const refusalType = (ending: Part) =>
  `Les fichiers du type ${ending} ne peuvent pas être lus.`
export const pagesPrevious = 'Page précédente'
export const pagesNext = 'Page suivante'
export const pagesPosition = (page: Part, pages: Part) => `Page ${page} sur ${pages}`
export const pagesEmpty = 'Aucun texte n’a été trouvé sur cette page.'
export const pictureAlt = (page: Part) => `Page ${page} du fichier`
export const pictureLoading = 'L’image est en cours de dessin.'
export const pictureMissing = 'Cette page n’a pas de surface à dessiner.'
