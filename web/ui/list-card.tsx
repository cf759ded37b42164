import type { ComponentChildren } from 'preact'
import { ago, formatTime } from '../format.ts'
import { Card, Empty, Failure, Loading } from './card.tsx'
import type { IconName } from './icon.tsx'
import { Table, type Column } from './table.tsx'

/** Rows of a list in a table, with what stands in its place while there are none. */
export function ListCard<Row extends { readonly id: string }>(props: {
  title: string
  rows: readonly Row[] | undefined
  failure: string | undefined
  more: ComponentChildren
  columns: readonly Column<Row>[]
  empty: { readonly icon: IconName; readonly title: string; readonly text: string }
  /** Between the failure and the list. */
  children?: ComponentChildren
}) {
  const { title, rows, failure, more, columns, empty } = props
  return (
    <>
      {failure !== undefined && <Failure>{failure}</Failure>}
      {props.children}
      <Card title={title}>
        {!rows && failure === undefined && <Loading />}
        {rows?.length === 0 && (
          <Empty icon={empty.icon} title={empty.title}>
            <p>{empty.text}</p>
          </Empty>
        )}
        {rows && rows.length > 0 && (
          <Table label={title} columns={columns} rows={rows} makeKey={({ id }) => id} />
        )}
        {more}
      </Card>
    </>
  )
}

/** A column of how long ago something was, with the time as its hint. */
export const agoColumn = <Row,>(title: string, read: (row: Row) => string): Column<Row> => ({
  title,
  isRight: true,
  class: 'faint',
  hint: (row) => formatTime(new Date(read(row))),
  cell: (row) => ago(read(row)),
})
