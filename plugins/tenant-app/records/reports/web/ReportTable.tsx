import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { PageLink } from '#core/web/links.ts'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { Select } from '#core/web/ui/fields/Select.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { useZone } from '../../../shared/web/zone.ts'
import { reportGroups, type EntryKind, type ReportFilters, type ReportGroup, type ReportKind } from '../contract.ts'
import { aboutNames, columnsOf, figureText, groupNames, reportNames, rowName } from '../labels-contract.ts'
import { groupOf, narrowFilters } from './reportQuery.ts'
import { reportFigures } from './figureLabels.ts'
import { reports, type ReportRow } from './reports.ts'

const FigureDialog = lazy(async () => ({
  default: (await import('../../../shared/web/FigureDialog.tsx')).FigureDialog,
}))

const route = getRouteApi('/shell/reports')
const PAGE_SIZE = 25

/** Kind of entries that covers all of a row, by report. */
const everything: Record<ReportKind, EntryKind> = {
  attendance: 'marked',
  progress: 'points',
  scores: 'scores',
  participation: 'places',
}

/** Shows the rows of a report in the chosen grouping. */
export function ReportTable({ kind, asked }: { kind: ReportKind; asked: ReportFilters }) {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const list = useListAddress({ address, navigate, filters: ['by'] })
  const by = groupOf(kind, address.by)
  const zone = useZone()
  const [opened, setOpened] = useState<ReportRow>()
  const { page, turnTo } = list
  const rows = useQuery({
    ...reports[kind].rows({ ...asked, by, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
  const narrowed = opened && narrowFilters(by, opened.id, asked)
  return (
    <>
      <ListScreen
        counted="rows"
        list={{ page, turnTo }}
        query={rows}
        filters={
          <Select
            label="Rows by"
            isLabelHidden
            options={reportGroups[kind].map((id) => ({ id, label: `By ${groupLabels[id]}` }))}
            value={by}
            onChange={(chosen) => list.narrow({ by: chosen })}
          />
        }
        none={{ title: 'No data in this period', children: 'Choose a longer period, or clear a filter.' }}
      >
        {(shown) => (
          <PagedTable
            {...shown}
            label={`${reportNames[kind]} by ${groupLabels[by]}`}
            columns={tableColumns(kind, by, zone)}
            rowKey={({ id }) => id}
            rowLabel={({ name }) => rowName(by, name)}
            rowActions={(row) =>
              narrowFilters(by, row.id, asked) ? [{ id: 'rows', label: 'Details', onAction: () => setOpened(row) }] : []
            }
            page={page}
            pageSize={PAGE_SIZE}
            onPage={turnTo}
          />
        )}
      </ListScreen>
      {opened && narrowed && (
        <Suspense>
          <FigureDialog
            label={rowName(by, opened.name)}
            explanation={{
              ...explanationOf(kind),
              meaning: `What the row counts in the report ${reportNames[kind]}, one by one.`,
              rows: (asking) => reports[kind].entries({ ...narrowed, ...asking, of: everything[kind] }),
            }}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

const groupLabels: Record<ReportGroup, string> = {
  student: 'student',
  session: 'session',
  challenge: 'challenge',
  grade: 'grade',
  week: 'week',
  month: 'month',
}

/** Explains a report's numbers by their entries. */
function explanationOf(kind: ReportKind) {
  const opens = reportFigures[kind].flatMap(({ opens }) =>
    'of' in opens && opens.of === everything[kind] ? [opens] : [],
  )
  const { counted = 'places', columns = { name: 'Student', about: 'Session', at: 'Starts' } } = opens[0] ?? {}
  return { counted, columns }
}

function tableColumns(kind: ReportKind, by: ReportGroup, zone: string): readonly Column<ReportRow>[] {
  const about = aboutNames[by]
  return [
    { id: 'name', header: groupNames[by], isPrimary: true, cell: (row) => <RowName by={by} row={row} /> },
    ...(by === 'session'
      ? [{ id: 'at', header: 'Starts', cell: ({ at }: ReportRow) => <DateTime value={at} zone={zone} /> }]
      : []),
    ...(about ? [{ id: 'about', header: about, cell: (row: ReportRow) => row.about || '—' }] : []),
    ...columnsOf(kind, by).map((column) => ({
      id: column.id,
      header: column.label,
      align: 'end' as const,
      cell: (row: ReportRow) => figureText(column, row[column.id]),
    })),
  ]
}

function RowName({ by, row: { id, name } }: { by: ReportGroup; row: ReportRow }) {
  if (by === 'student') {
    return (
      <PageLink to="/students/$id" params={{ id }}>
        <PersonName name={name} />
      </PageLink>
    )
  }
  if (by === 'session') {
    return (
      <PageLink to="/sessions/$id" params={{ id }}>
        {name}
      </PageLink>
    )
  }
  return rowName(by, name)
}
