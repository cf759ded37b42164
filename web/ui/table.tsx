import type { ComponentChildren } from 'preact'

export interface Column<Row> {
  readonly title: string
  /** The title is for screen readers only. */
  readonly isUnseen?: true
  readonly isRight?: true
  readonly class?: string | ((row: Row) => string)
  readonly hint?: (row: Row) => string
  readonly cell: (row: Row) => ComponentChildren
}

interface TableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly makeKey: (row: Row) => string
  readonly rowClass?: (row: Row) => string
}

/** A table; where the window is narrow, each row is a block whose cells have the titles of their columns. */
export function Table<Row>({ label, columns, rows, makeKey, rowClass }: TableProps<Row>) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={label}>
      <table class="table">
        <thead>
          <tr>
            {columns.map(({ title, isUnseen, isRight }) => (
              <th key={title} scope="col" class={isRight && 'right'}>
                {isUnseen ? <span class="unseen">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={makeKey(row)} class={rowClass?.(row)}>
              {columns.map((column) => (
                <td
                  key={column.title}
                  class={classifyText(column, row)}
                  title={column.hint?.(row)}
                  {...(!column.isUnseen && { 'data-title': column.title })}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function classifyText<Row>({ isRight, class: own = '' }: Column<Row>, row: Row): string {
  const name = typeof own === 'string' ? own : own(row)
  return isRight ? `right ${name}` : name
}
