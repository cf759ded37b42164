export const listLead =
  'Provedores têm dados de páginas que não são lidas. Os que são usados são consultados na ordem em que foram escolhidos.'
export const emptyTitle = 'Nenhum provedor de dados'
export const emptyText = 'O operador deste serviço não configurou nenhum.'
export const choiceLabel = 'Consultar provedores de dados para esta equipe'
export const choiceForbidden = '; não permitido pelo operador'
export const termsAccept = 'Aceitar os termos'
export const termsVersion = '{name}, versão {version}'
