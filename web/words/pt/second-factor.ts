export const cardTitle = 'Código ao entrar'
export const offText =
  'Além da senha, pedir a cada entrada um código de um aplicativo autenticador no seu telefone.'
export const onButton = 'Configurar um aplicativo autenticador'
export const scanText =
  'Leia esta imagem com seu aplicativo autenticador e digite o código que ele mostra.'
export const scanPicture = 'Código QR para o aplicativo autenticador'
export const scanSecret = 'Ou digite esta chave no aplicativo:'
export const onSubmit = 'Ligar os códigos'
export const codeLabel = 'Código'
export const onText =
  'Você entra com um código do seu aplicativo. Restam {left} códigos de recuperação.'
export const offSubmit = 'Desligar os códigos'
export const recoverySubmit = 'Novos códigos de recuperação'
export const recoveryText =
  'Guarde estes códigos de recuperação em lugar seguro. Cada um abre o console uma vez se você perder o telefone. Eles não serão mostrados de novo.'
export const passkeysTitle = 'Chaves de acesso'
export const passkeysText =
  'Entre com a impressão digital, o rosto ou o PIN de um dispositivo, em vez de com senha e código.'
export const passkeysNeeds =
  'Chaves de acesso precisam de HTTPS e de um nome: abra o console no seu endereço `https://`, ou em `http://localhost` na própria máquina, em um navegador atual.'
export const passkeyName = 'Nome da chave de acesso, como o dispositivo'
export const passkeyAdd = 'Adicionar uma chave de acesso'
export const passkeyAdded = 'Adicionada {time}, nunca usada'
export const passkeyUsed = 'Usada {time}'
export const passkeyRemove = 'Remover'
export const passkeyRemoveOne = 'Remover a chave de acesso {name}'
