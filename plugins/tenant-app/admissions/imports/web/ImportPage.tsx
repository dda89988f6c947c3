import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FileSpreadsheet, Undo2, Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { refresh } from '#core/web/client.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { FilterSelect } from '#core/web/ui/fields/FilterSelect.tsx'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Disclosure } from '#core/web/ui/layout/Disclosure.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { outcomes, rosterKinds, type StudentImport } from '../contract.ts'
import { ImportColumns } from './ImportColumns.tsx'
import { ImportQuestions } from './ImportQuestions.tsx'
import { ImportState } from './ImportState.tsx'
import { RosterSummary } from './RosterSummary.tsx'
import { UndoImportDialog } from './UndoImportDialog.tsx'
import { importReads, importsApi } from './client.ts'
import { countsText, listUnusedColumns, outcomeLabelsOf, rosterKindLabels } from './importLabels.ts'
import { rowColumns } from './rowColumns.tsx'

const route = getRouteApi('/shell/students/import/$importId')
const PAGE_SIZE = 25

/** Milliseconds between polls of an import that is being written. */
const POLL_INTERVAL_MS = 500

const kindOptions = rosterKinds.map((id) => ({ id, label: rosterKindLabels[id] }))

/** Shows one file: the planned outcome of its rows, then the results, and the way to undo them. */
export function ImportPage() {
  const { importId: id } = route.useParams()
  const file = useQuery({
    ...importsApi.getImport({ params: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'importing' ? POLL_INTERVAL_MS : false),
  })
  const { data } = file
  const queryClient = useQueryClient()
  const isWriting = data?.status === 'importing'
  const wasWriting = useRef(false)
  useEffect(() => {
    if (wasWriting.current && !isWriting) void refresh(queryClient, importReads)
    wasWriting.current = isWriting
  }, [isWriting, queryClient])
  const title = data?.filename ?? 'Import'
  const trail = [
    { label: 'Students', href: '/students' },
    { label: 'Import', href: '/students/import' },
  ]
  return (
    <Page
      title={title}
      help={data && `${countsText(data)} · read as ${data.encoding}`}
      above={<Breadcrumbs trail={trail} current={title} />}
      actions={data && <Actions file={data} />}
    >
      {file.error && !data ? (
        <ErrorState error={file.error} onRetry={file.refetch} />
      ) : (
        data && (
          <>
            <ImportState file={data} />
            {data.format === 'oneroster' && <RosterSummary file={data} />}
            {data.format === 'table' && (data.status === 'ready' || data.status === 'failed') && (
              <>
                <ImportQuestions file={data} />
                <Disclosure label="Columns of the file">
                  {() => <ImportColumns key={`${data.headerRow} ${data.dateOrder}`} file={data} />}
                </Disclosure>
                <UnusedColumns file={data} />
              </>
            )}
            <Rows file={data} />
          </>
        )
      )}
    </Page>
  )
}

function UnusedColumns({ file }: { file: StudentImport }) {
  const unused = listUnusedColumns(file)
  return unused.length > 0 && <p>Not imported: {unused.join(', ')}</p>
}

function Actions({ file }: { file: StudentImport }) {
  const [isUndoing, setUndoing] = useState(false)
  const start = useMutation(
    importsApi.startImport.mutation({
      touches: [importsApi.listImports.key()],
      onError: (error) => notify({ title: 'Not imported', description: errorText(error), tone: 'destructive' }),
    }),
  )
  const { counts, status, questions, format } = file
  const due = counts.new + counts.changed
  if (file.undoUntil !== null) {
    return (
      <>
        <Button icon={<Undo2 size={16} aria-hidden />} onPress={() => setUndoing(true)}>
          Undo import
        </Button>
        <UndoImportDialog file={file} isOpen={isUndoing} onOpenChange={setUndoing} />
      </>
    )
  }
  if (status !== 'ready' && status !== 'failed') return null
  return (
    <Button
      variant="primary"
      icon={<Upload size={16} aria-hidden />}
      isDisabled={due === 0 || questions.length > 0}
      isPending={start.isPending}
      onPress={() => start.mutate({ params: { id: file.id } })}
    >
      {importLabel(due, format)}
    </Button>
  )
}

function importLabel(due: number, format: StudentImport['format']): string {
  const [one, many] = format === 'oneroster' ? ['change', 'changes'] : ['student', 'students']
  return due === 1 ? `Import 1 ${one}` : `Import ${due.toLocaleString()} ${many}`
}

function Rows({ file }: { file: StudentImport }) {
  const address = route.useSearch()
  const list = useListAddress({ address, navigate: route.useNavigate(), filters: ['outcome', 'kind', 'kept'] })
  const { outcome, kind, kept } = address
  const rows = useQuery({
    ...importsApi.listImportRows.page({
      params: { id: file.id },
      query: { outcome, kind, kept, limit: PAGE_SIZE, offset: (list.page - 1) * PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
  })
  const hasKept = file.keptCount > 0
  return (
    <ListScreen
      counted="rows"
      list={{ page: list.page, turnTo: list.turnTo, isFiltered: list.isFiltered, clear: list.clear }}
      query={rows}
      filters={
        <>
          <FilterSelect
            label="Outcome"
            all="All rows"
            options={outcomes.map((id) => ({ id, label: outcomeLabelsOf(file)[id].label }))}
            value={outcome}
            onChange={(chosen) => list.narrow({ outcome: chosen })}
          />
          {file.format === 'oneroster' && (
            <FilterSelect
              label="Kind"
              all="All kinds"
              options={kindOptions}
              value={kind}
              onChange={(chosen) => list.narrow({ kind: chosen })}
            />
          )}
          {hasKept && (
            <FilterSelect
              label="Undone"
              all="Undone or not"
              options={[{ id: '1' as const, label: 'Not undone' }]}
              value={kept}
              onChange={(chosen) => list.narrow({ kept: chosen })}
            />
          )}
        </>
      }
      none={{ icon: <FileSpreadsheet size={20} aria-hidden />, title: 'The rows of this import have been deleted' }}
      noMatches="No rows with this result."
    >
      {(shown) => (
        <PagedTable
          {...shown}
          columns={rowColumns(file, hasKept)}
          rowKey={({ number }) => number}
          page={list.page}
          pageSize={PAGE_SIZE}
          onPage={list.turnTo}
        />
      )}
    </ListScreen>
  )
}
