import type { Part } from '../part.ts'

export const feedsTitle = 'Feeds RSS e Atom'
export const feedsHint =
  'Quem tem o endereço de um feed lê suas alterações sem entrar, até você o remover.'
export const subjectLabel = 'Alterações de'
export const subjectAll = 'todos os monitores'
export const subjectTag = (tag: Part) => `monitores com a etiqueta ${tag}`
export const subjectGone = 'um monitor excluído'
export const createButton = 'Criar um feed'
export const createdHint = 'Copie o endereço agora. Ele não será mostrado de novo.'
export const atomLabel = 'Endereço Atom'
export const rssLabel = 'Endereço RSS'
export const listCreated = (time: Part) => `criado ${time}`
export const listRemove = (subject: Part) => `Remover o feed de ${subject}`
