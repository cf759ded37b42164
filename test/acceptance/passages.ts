// acceptance: quick
/**
 * The sentence with what a question asks for is among the five best passages of a page, in eleven languages. Control: passages ranked by
 * the words that they share with the question as they are written.
 */
import { rankPassages } from '#content/passages/passages.ts'
import { report } from '#test/fixtures/acceptance.ts'
import {
  answersAt,
  questionedPages,
  type QuestionedPage,
} from '#test/fixtures/questions-on-pages.ts'

const topMin = 0.89
const paragraph = 5

/** A page whose paragraphs have five sentences each. */
const makeMarkdown = ({ sentences }: QuestionedPage) =>
  Array.from({ length: sentences.length / paragraph }, (_, at) =>
    sentences.slice(at * paragraph, (at + 1) * paragraph).join(' '),
  ).join('\n\n')

/** Positions of the answers in the rankings, from 0. */
function rankSentences(page: QuestionedPage): number[] {
  const { questions, sentences } = page
  // Thai has no marks between sentences: each stands in a line of its own.
  const markdown = page.language === 'th' ? sentences.join('\n\n') : makeMarkdown(page)
  const { list, ranked } = rankPassages(markdown, { queries: questions, title: '' })
  return questions.map((_, question) => {
    const answer = sentences[answersAt[question] ?? 0]
    const at = (ranked[question]?.ranked ?? []).findIndex(
      ({ index }) => list[index]?.text === answer,
    )
    return at < 0 ? list.length : at
  })
}

const splitWords = (text: string) => new Set(text.toLowerCase().split(/[\s.,?¿;؟।]+/))

function rankControls({ questions, sentences }: QuestionedPage): number[] {
  return questions.map((question, at) => {
    const asked = splitWords(question)
    const shared = sentences.map((sentence) =>
      [...splitWords(sentence)].reduce(
        (sum, word) => sum + Number(word !== '' && asked.has(word)),
        0,
      ),
    )
    const own = shared[answersAt[at] ?? 0] ?? 0
    // Those before it have as many words in common; without any the sentence is not found.
    return own === 0 ? sentences.length : shared.filter((other) => other >= own).length - 1
  })
}

const share = (ranks: readonly number[], count: number) =>
  ranks.filter((rank) => rank < count).length / ranks.length
const figures = questionedPages.map((page) => {
  const ranks = rankSentences(page)
  return { language: page.language, ranks, control: rankControls(page) }
})
if (process.argv.includes('--show')) {
  for (const { language, ranks } of figures) console.log(language, ranks.join(' '))
}
const all = figures.flatMap(({ ranks }) => ranks)
const control = figures.flatMap((one) => one.control)
report(
  'passages',
  figures.every(({ ranks }) => share(ranks, 5) >= topMin) && share(control, 5) < topMin,
  `the answer to ${all.length} questions is among the five best passages: ${figures.map(({ language, ranks }) => `${language} ${share(ranks, 5).toFixed(2)}`).join(', ')}; first in ${share(all, 1).toFixed(2)}; control, words as written: ${share(control, 5).toFixed(2)}, first in ${share(control, 1).toFixed(2)}`,
)
