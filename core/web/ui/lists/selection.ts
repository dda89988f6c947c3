import { useState } from 'react'

export interface Selection<Row> {
  /** Those that are chosen and shown, in the order of the table: nobody acts on what is not seen. */
  chosen: readonly Row[]
  /** How many of those shown can be chosen. */
  count: number
  isChosen: (row: Row) => boolean
  /** Whether it can be chosen at all. */
  canChoose: (row: Row) => boolean
  choose: (row: Row, isChosen: boolean) => void
  chooseAll: (areChosen: boolean) => void
  /** Done with these, which are chosen no more; others stay chosen. */
  leave: (rows: readonly Row[]) => void
}

interface SelectionOptions<Row> {
  /** The rows that are shown. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  /** Rows that nothing can be done with; all can be chosen unless said otherwise. */
  canChoose?: (row: Row) => boolean
}

/** Rows of a DataTable that are chosen, to act on several at once. */
export function useSelection<Row>({
  rows = [],
  rowKey,
  canChoose = () => true,
}: SelectionOptions<Row>): Selection<Row> {
  const [keys, setKeys] = useState<ReadonlySet<string | number>>(new Set())
  const choosable = rows.filter(canChoose)
  const isChosen = (row: Row) => keys.has(rowKey(row)) && canChoose(row)
  return {
    chosen: choosable.filter(isChosen),
    count: choosable.length,
    isChosen,
    canChoose,
    choose: (row, chosen) => {
      const key = rowKey(row)
      setKeys(new Set(chosen ? [...keys, key] : [...keys].filter((one) => one !== key)))
    },
    leave: (left) => {
      const done = new Set(left.map(rowKey))
      setKeys((now) => new Set([...now].filter((key) => !done.has(key))))
    },
    chooseAll: (chosen) => setKeys(new Set(chosen ? choosable.map(rowKey) : [])),
  }
}
