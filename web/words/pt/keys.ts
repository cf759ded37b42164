import type { Part } from '../part.ts'

export const pageLead =
  'Uma chave dá acesso à API desta equipe. Ela é mostrada uma vez, ao ser criada.'
export const formTitle = 'Nova chave'
export const formOperations = 'Só estas operações'
export const formHosts = 'Só estes sites'
export const formHostsHint =
  'Hosts ou URLs dos sites. *.shop.example significa os subdomínios de shop.example. Outros hosts não são acessados, nem para partes de uma página.'
export const formFormats = 'Só estes formatos'
export const formHint = 'Sem escolha, a chave pode usar tudo.'
export const formSubmit = 'Criar'
export const createdText = 'Copie a chave agora. Ela não será mostrada de novo.'
export const listTitle = 'Chaves'
export const columnsKey = 'Chave'
export const columnsRestrictions = 'Restrita a'
export const columnsCreated = 'Criada'
export const usedNever = 'não em 7 dias'
export const rowRevoked = 'revogada'
export const rowAction = (action: Part, name: Part) => `${action}: ${name}`
export const revokeConfirm = 'Revogar agora'
export const revokeButton = 'Revogar'
export const revokeWarning =
  'Uma chave revogada é recusada em um segundo. Isso não pode ser desfeito.'
export const restrictionsNone = 'tudo'
export const namePlaceholder = 'Para que serve'
