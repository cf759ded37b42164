import type { Part } from '../part.ts'

export const languageLabel = 'Idioma do console'
export const languageHint =
  'Neste navegador. O que o próprio serviço escreve, como erros, está em inglês.'
export const passwordTitle = 'Sua senha'
export const passwordChanged = 'A senha foi alterada. Todas as outras sessões terminaram.'
export const passwordCurrent = 'Senha atual'
export const passwordNew = 'Nova senha'
export const passwordSubmit = 'Alterar a senha'
export const sessionsTitle = 'Onde você entrou'
export const sessionsAddress = (address: Part) => ` de ${address}`
export const sessionsTimes = (createdAt: Part, seenAt: Part) =>
  `entrou ${createdAt}, último uso ${seenAt}`
export const sessionsCurrent = 'este navegador'
export const sessionsEnd = 'Encerrar'
export const sessionsAll = 'Sair de todos os outros lugares'
export const sessionsBrowser = (name: Part, system: Part) => `${name} em ${system}`
export const serviceTitle = 'Serviço'
export const serviceLead = 'Lidas do ambiente quando o serviço inicia.'
export const serviceFind = 'Buscar uma configuração'
export const addressesTitle = 'Endereços permitidos'
export const addressesLabel = 'Endereços e faixas'
export const addressesHint = (ownAddress: Part) =>
  `Um por linha; vazio permite todos. Chaves e sessões de outros endereços são recusadas. Seu endereço é ${ownAddress}.`
export const retentionOff = 'Solicitações não podem pedir que nenhum dado seja guardado.'
export const retentionAllowed = 'Solicitações podem pedir que nenhum dado seja guardado.'
export const retentionForced = 'Nada de nenhuma solicitação é guardado em forma legível.'
export const retentionLabel = 'Sem retenção de dados'
export const personName = 'Nome que os outros veem'
export const renamingSubmit = 'Renomear'
export const teamPlan = 'Plano'
export const resultDaysLabel = 'Dias que os resultados são guardados'
export const resultDaysHint =
  'De novos rastreamentos e lotes. Um trabalho pode ser guardado por mais tempo em sua página.'
export const safeModeLabel = 'Modo seguro'
export const safeModeHint =
  'A equipe lê só páginas públicas: sem sessões de navegador, perfis, credenciais, digitação em páginas, proxies reforçados ou rastreamento contra robots.txt.'
export const deletionTitle = 'Excluir a equipe'
export const deletionText =
  'Encerra na hora suas chaves, trabalhos, monitores, sessões de navegador e execuções do agente. Os resultados guardados são excluídos quando seu prazo passa. Isso não pode ser desfeito.'
export const deletionHint = (name: Part) => `Digite ${name} para confirmar.`
export const trialsModel = 'Modelo de linguagem'
export const trialsSearch = 'Provedores de busca'
export const trialsTitle = 'Experimentar as conexões'
export const trialsButton = (title: Part) => `Experimentar ${title}`
