import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bestPassages, cutExcerpt } from './excerpt.ts'
import { rankPassages, getRanking } from './passages.ts'

const best = (markdown: string, query: string): string => {
  const passages = rankPassages(markdown, { queries: [query], title: '' })
  const limits = { passagesMax: 1, scoreShareMin: 0 }
  return cutExcerpt(bestPassages(passages.list, getRanking(passages, query), limits))
}

/** A question, the sentence that answers it, and two that do not. */
const questions: readonly (readonly [query: string, answer: string, others: string])[] = [
  [
    'When was the weir built?',
    'The weir was built in 1874 by the city.',
    'The weir is made of stone. Boats pass it on the left.',
  ],
  [
    'Wann wurde das Wehr gebaut?',
    'Das Wehr wurde 1874 von der Stadt gebaut.',
    'Das Wehr besteht aus Stein. Boote fahren links vorbei.',
  ],
  [
    '¿Cuándo se construyó la presa?',
    'La presa se construyó en 1874 por la ciudad.',
    'La presa es de piedra. Los barcos pasan por la izquierda.',
  ],
  [
    'Quand le barrage a-t-il été construit ?',
    'Le barrage a été construit en 1874 par la ville.',
    'Le barrage est en pierre. Les bateaux passent à gauche.',
  ],
  [
    'Когда построили плотину?',
    'Плотину построили в 1874 году силами города.',
    'Плотина сложена из камня. Лодки проходят слева.',
  ],
  ['大坝是什么时候建成的？', '这座大坝建成于1874年。', '船从左边通过。石头来自山里。'],
  [
    'ダムはいつ建設されましたか',
    'このダムは1874年に建設されました。',
    '船は左側を通ります。石は山から来ました。',
  ],
  ['เขื่อนสร้างเมื่อไร', 'เขื่อนนี้สร้างในปี 1874', 'เรือผ่านทางซ้าย'],
  ['متى بُني السد؟', 'بُني السد عام 1874 من قبل المدينة.', 'تمر القوارب من اليسار. الحجر من الجبل.'],
  [
    'Πότε χτίστηκε το φράγμα;',
    'Το φράγμα χτίστηκε το 1874 από την πόλη.',
    'Τα πλοία περνούν αριστερά. Η πέτρα είναι από το βουνό.',
  ],
  [
    'Baraj ne zaman inşa edildi?',
    'Baraj 1874 yılında şehir tarafından inşa edildi.',
    'Tekneler soldan geçer. Taş dağdan gelir.',
  ],
]

for (const [query, answer, others] of questions) {
  test(`the sentence that answers "${query}" is found`, () => {
    assert.equal(best(`# Title\n\n${others}\n\n${answer}\n\n${others}`, query), answer)
  })
}

test('a sentence may begin with a number', () => {
  const text =
    'The city has grown. 1874 was the year of the weir. It lasted approx. 3 years until Sept. 5.'
  const { list } = rankPassages(text, { queries: [], title: '' })
  assert.deepEqual(
    list.map((passage) => passage.text),
    [
      'The city has grown.',
      '1874 was the year of the weir.',
      'It lasted approx. 3 years until Sept. 5.',
    ],
  )
})

test('any number of list and quote markers is removed', () => {
  const { list } = rankPassages(`- > 1. a\n\n${'- '.repeat(500_000)}x`, { queries: [], title: '' })
  assert.equal(list[0]?.text, 'a')
})
