import type { Part } from '../part.ts'

export const viewerRefusal =
  'Leitores não podem converter arquivos. Peça a função de membro a um administrador da equipe.'
export const dropText = (bytesMax: Part) =>
  `Solte ou cole arquivos aqui: PDF, arquivos de escritório, e-mails, HTML e imagens, no máximo ${bytesMax} cada.`
export const dropChoose = 'Escolher arquivos'
export const dropInput = 'Arquivos para converter'
export const listLabel = 'Arquivos convertidos'
export const readingText = 'O primeiro arquivo está sendo lido.'
export const stateReading = 'sendo lido'
export const stateWaiting = 'em espera'
export const stateDone = 'convertido'
export const refusalSize = (bytesMax: Part) => `O arquivo é maior que ${bytesMax}.`
export const refusalType = (ending: Part) => `Arquivos do tipo ${ending} não podem ser lidos.`
export const pagesPrevious = 'Página anterior'
export const pagesNext = 'Próxima página'
export const pagesPosition = (page: Part, pages: Part) => `Página ${page} de ${pages}`
export const pagesEmpty = 'Nenhum texto foi encontrado nesta página.'
export const pictureAlt = (page: Part) => `Página ${page} do arquivo`
export const pictureLoading = 'A imagem está sendo desenhada.'
export const pictureMissing = 'Esta página não tem área que possa ser desenhada.'
