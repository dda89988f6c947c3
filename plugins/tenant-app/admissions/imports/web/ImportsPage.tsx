import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { FileSpreadsheet } from 'lucide-react'
import { download } from '#core/web/download.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { FileField } from '#core/web/ui/fields/FileField.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { DataTable } from '#core/web/ui/lists/DataTable.tsx'
import { ExportMenu } from '#core/web/ui/lists/ExportMenu.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { useZone } from '../../../shared/web/zone.ts'
import { UNDO_DAYS, type StudentImport } from '../contract.ts'
import { importsApi } from './client.ts'
import { countsText, statusLabels } from './importLabels.ts'

/** Milliseconds between polls while an import is being written. */
const POLL_INTERVAL_MS = 2000

const columnsIn = (zone: string): Column<StudentImport>[] => [
  { id: 'filename', header: 'File', cell: ({ filename }) => filename, isPrimary: true },
  { id: 'when', header: 'Read', cell: ({ createdAt }) => <DateTime value={createdAt} zone={zone} /> },
  { id: 'who', header: 'By', cell: ({ createdBy }) => createdBy },
  { id: 'rows', header: 'Rows', cell: (one) => countsText(one) || one.rowCount.toLocaleString() },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <Badge tone={statusLabels[status].tone}>{statusLabels[status].label}</Badge>,
  },
]

/** Imports and exports lists of students, and lists earlier imports. */
export function ImportsPage() {
  const navigate = useNavigate()
  const zone = useZone()
  const imports = useQuery({
    ...importsApi.listImports({ query: {} }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'importing') ? POLL_INTERVAL_MS : false,
  })
  return (
    <Page
      title="Import Students"
      help="From a CSV or Excel file, with up to two guardians each, or from a ZIP of OneRoster 1.1 or 1.2 with classes. You see what would come of every row before anything is written."
      actions={
        <>
          <Button
            icon={<FileSpreadsheet size={16} aria-hidden />}
            onPress={() => download(importsApi.downloadTemplate.url())}
          >
            Download template
          </Button>
          <ExportMenu urlOf={(format) => importsApi.exportStudents.url({ query: { format } })} />
        </>
      }
    >
      <Card title="Choose a file">
        <FileField<StudentImport>
          label="CSV, Excel or OneRoster file"
          help="At most 10,000 rows and 5 MB, with a row of headers. The template has the recognized columns; you can map others on the next page. A OneRoster ZIP can be imported again whenever it changes."
          value={null}
          accept={['text/csv', '.csv', '.tsv', '.txt', '.xlsx', '.zip']}
          upload={(file, { signal, onProgress }) => importsApi.createImport.call({ file, onProgress }, signal)}
          onChange={(made) => {
            if (made) void navigate({ to: '/students/import/$importId', params: { importId: made.id } })
          }}
          preview={<FileSpreadsheet size={20} aria-hidden />}
        />
      </Card>
      <Card
        title="Earlier imports"
        help={`You can undo each import for ${UNDO_DAYS} days. After that, the rows saved for undoing are deleted.`}
      >
        <DataTable
          label="Imports"
          columns={columnsIn(zone)}
          rows={imports.data}
          rowKey={({ id }) => id}
          query={imports}
          skeletons={3}
          rowHref={({ id }) => `/students/import/${id}`}
          empty={<EmptyState title="No imports yet">Your imports are listed here.</EmptyState>}
        />
      </Card>
    </Page>
  )
}
