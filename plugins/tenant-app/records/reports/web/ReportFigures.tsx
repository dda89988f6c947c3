import type { UseQueryResult } from '@tanstack/react-query'
import { Figures, type ExplainedFigure } from '../../../shared/web/Figures.tsx'
import type { ReportFilters, ReportKind } from '../contract.ts'
import { figureText } from '../labels-contract.ts'
import { reports, type Totals } from './reports.ts'
import { reportFigures, type FigureWords } from './figureLabels.ts'

interface ReportFiguresProps {
  kind: ReportKind
  asked: ReportFilters
  figures: UseQueryResult<Totals>
}

/** Shows the totals of a report, each of which leads to the rows that it counts. */
export function ReportFigures({ kind, asked, figures }: ReportFiguresProps) {
  const cards = reportFigures[kind].map((words) => cardOf(kind, asked, words, figures.data))
  // Splits the cards into rows of equal length, four at most; a failed read shows one message.
  const length = Math.ceil(cards.length / Math.ceil(cards.length / 4))
  const rows = figures.error && !figures.data ? [cards] : [cards.slice(0, length), cards.slice(length)]
  return rows
    .filter((row) => row.length > 0)
    .map((row) => <Figures key={row[0]?.label} query={figures} figures={row} />)
}

function cardOf(
  kind: ReportKind,
  asked: ReportFilters,
  { id, label, unit, help, opens }: FigureWords,
  totals: Totals | undefined,
): ExplainedFigure {
  const column = { id, label, ...(unit && { unit }) }
  const card = {
    label,
    value: totals && figureText(column, totals[id]),
    help: typeof help === 'string' ? help : totals && help(totals),
  }
  if ('by' in opens) {
    const address = Object.entries({ ...asked, report: kind, by: opens.by }).filter(([, value]) => value !== undefined)
    return { ...card, href: `/reports?${new URLSearchParams(address)}` }
  }
  const { of, ...explained } = opens
  return { ...card, explanation: { ...explained, rows: (page) => reports[kind].entries({ ...asked, ...page, of }) } }
}
