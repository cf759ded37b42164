export const transferTitle = 'インポートとエクスポート'
export const exportButton = 'すべてをファイルに保存'
export const importLabel = 'インポートするファイル'
export const importHint =
  'ここで保存したファイル、または changedetection.io のバックアップの url-watches.json。'
export const importUnknown =
  'モニターのファイルではありません。ここで保存したもの、または changedetection.io の url-watches.json を選んでください。'
export const importResult = '{monitors}を追加しました。'
export const importLeft = '{name}: {left}を除く'
export const importRefused = '{name} は拒否されました: {reason}'
export const leftSteps = 'ブラウザーの手順'
