import type { Element } from 'domhandler'
import { writeCode } from './code.ts'
import type { Handler } from './handler.ts'
import { grid, type Alignment } from './table-grid.ts'
import { kindOfTable, readTable, type Table } from './table-kind.ts'
import type { Writer } from './writer.ts'

/** `<table>`: data as a GFM table, listings with line numbers as code, layout as the blocks it arranges. */
export const table: Handler = {
  enter: (element, writer) => {
    writer.boundary()
    if (writer.isCell || writer.title) return true
    const read = readTable(element)
    const kind = kindOfTable(element, read)
    if (kind.name === 'layout') return true
    if (kind.name === 'code') {
      for (const cell of kind.cells) writeCode(cell, writer)
    } else {
      writeTable(read, writer)
    }
    return false
  },
  leave: (_, writer) => writer.boundary(),
}

function writeTable({ captions, rows }: Table, writer: Writer): void {
  for (const caption of captions) writeCaption(caption, writer)
  const { lines, alignments } = grid(rows, writer.cell)
  const [head, ...body] = lines
  if (!head) return
  const rule = `| ${head.map((_, column) => writeRule(alignments[column])).join(' | ')} |`
  writer.blocks.write([writeLine(head), rule, ...body.map(writeLine)].join('\n'))
}

function writeCaption(caption: Element, writer: Writer): void {
  const text = writer.cell(caption).replaceAll('<br>', ' ').replaceAll('\\|', '|')
  if (text !== '') writer.blocks.write(text, 'paragraph')
}

function writeLine(cells: readonly string[]): string {
  const line = `| ${cells.join(' | ')} |`
  return line.includes('  |') ? line.replaceAll(/(?<! ) {2,}(?=\|)/g, ' ') : line
}

const rules: Readonly<Record<Alignment, string>> = { left: ':---', right: '---:', center: ':---:' }

const writeRule = (alignment: Alignment | undefined): string =>
  alignment === undefined ? '---' : rules[alignment]
