import { useState } from 'react'

export interface Selection<Row> {
  /** Rows that are acted on: the chosen rows that are shown, and those of other pages where the list keeps them. */
  chosen: readonly Row[]
  /** Number of chosen rows that are shown. */
  chosenHere: number
  /** Number of shown rows that can be chosen. */
  count: number
  isChosen: (row: Row) => boolean
  /** True if the row can be chosen at all. */
  canChoose: (row: Row) => boolean
  choose: (row: Row, isChosen: boolean) => void
  /** Chooses or clears all rows that are shown; others stay as they are. */
  chooseAll: (areChosen: boolean) => void
  /** Nothing is chosen any more, on no page. */
  clear: () => void
  /** Done with these, which are chosen no more; others stay chosen. */
  leave: (rows: readonly Row[]) => void
}

interface SelectionOptions<Row> {
  /** The rows that are shown. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string | number
  /** Rows that nothing can be done with; all can be chosen unless said otherwise. */
  canChoose?: (row: Row) => boolean
  /** Acts also on rows chosen on another page or by another search: for acts whose dialog names each row. */
  acrossPages?: boolean
}

/** Rows of a DataTable that are chosen, to act on several at once. */
export function useSelection<Row>({
  rows = [],
  rowKey,
  canChoose = () => true,
  acrossPages = false,
}: SelectionOptions<Row>): Selection<Row> {
  const [kept, setKept] = useState<Kept<Row>>(new Map())
  const choosable = rows.filter(canChoose)
  const isChosen = (row: Row) => kept.has(rowKey(row)) && canChoose(row)
  const here = choosable.filter(isChosen)
  // Shown rows may be newer than the selected ones: an act must not use an outdated version.
  if (here.some((row) => kept.get(rowKey(row)) !== row)) setKept(withRows(kept, here, rowKey))
  return {
    chosen: acrossPages ? [...kept.values()] : here,
    chosenHere: here.length,
    count: choosable.length,
    isChosen,
    canChoose,
    choose: (row, chosen) => setKept((now) => (chosen ? withRows : withoutRows)(now, [row], rowKey)),
    chooseAll: (chosen) => setKept((now) => (chosen ? withRows : withoutRows)(now, choosable, rowKey)),
    clear: () => setKept(new Map()),
    leave: (left) => setKept((now) => withoutRows(now, left, rowKey)),
  }
}

type Kept<Row> = ReadonlyMap<string | number, Row>
type RowKey<Row> = SelectionOptions<Row>['rowKey']

const withRows = <Row>(kept: Kept<Row>, rows: readonly Row[], rowKey: RowKey<Row>): Kept<Row> =>
  new Map([...kept, ...rows.map((row) => [rowKey(row), row] as const)])

function withoutRows<Row>(kept: Kept<Row>, rows: readonly Row[], rowKey: RowKey<Row>): Kept<Row> {
  const gone = new Set(rows.map(rowKey))
  return new Map([...kept].filter(([key]) => !gone.has(key)))
}
