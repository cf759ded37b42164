import type { Module } from './team-modules.ts'

/** The modules of the package `content`, by subject. Other modules import `content`, which stands for all of them. */
export const contentModules: Readonly<Record<string, Module>> = {
  'content/bytes': {
    purpose: 'What the bytes of a page or file are: kind and encoding.',
    imports: [],
  },
  'content/html': {
    purpose: 'HTML as a tree: parsing, walking, selectors, addresses, JSON-LD, language.',
    imports: ['content/bytes'],
  },
  'content/html/styles': {
    purpose: 'What style sheets and attributes hide.',
    imports: ['content/html'],
  },
  'content/html/about': {
    purpose: 'Title, authors and dates of a page, and the elements that state them.',
    imports: ['content/html'],
  },
  'content/html/markdown': {
    purpose: 'HTML as Markdown.',
    imports: ['content/html/styles', 'content/html'],
  },
  'content/html/main-content': {
    purpose: 'Which parts of a page are its main content, by a trained model.',
    imports: ['content/html/markdown', 'content/html/about', 'content/html/styles', 'content/html'],
  },
  'content/html/facts': {
    purpose: 'What a page states: facts, lists, products, menus.',
    imports: ['content/html/about', 'content/html/styles', 'content/html'],
  },
  'content/html/comparison-text': {
    purpose: 'The text of a page without what changes with each visit.',
    imports: ['content/html/styles', 'content/html'],
  },
  'content/refusal': {
    purpose: 'What a site returned instead of the page: challenges, walls, errors with status 200.',
    imports: ['content/html/styles', 'content/html'],
  },
  'content/html/result-page': {
    purpose: 'Results on the result page of a search engine.',
    imports: ['content/refusal', 'content/html/styles', 'content/html'],
  },
  'content/passages': {
    purpose: 'Markdown as passages, ranked by a question.',
    imports: [],
  },
  'content/fill': {
    purpose: 'A JSON Schema filled from facts, without a language model.',
    imports: ['content/html/facts', 'content/html/about', 'schemas'],
  },
  'content/recipe': {
    purpose: 'Values at the selectors of a recipe, and the outline that recipes are written from.',
    imports: ['content/fill', 'content/html', 'schemas'],
  },
}
