import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { CircleStop, Download, PackageOpen, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { serverMessage } from '#core/web/serverMessage.ts'
import { useUser } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import type { MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { ProgressBar } from '#core/web/ui/feedback/ProgressBar.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import { DOWNLOAD_DAYS, type DataExport } from '../contract.ts'
import { exportReads, exportsApi } from './client.ts'
import { contentsText, isUnderWay, statusLabels } from './exportLabels.ts'
import { NewExportDialog } from './NewExportDialog.tsx'
import { save } from './saveExport.ts'

const PAGE_SIZE = 10

/** Milliseconds between polls while an export is in progress. */
const POLL_INTERVAL_MS = 1500

const columnsIn = (zone: string): Column<DataExport>[] => [
  {
    id: 'when',
    header: 'Asked for',
    cell: ({ createdAt }) => <DateTime value={createdAt} zone={zone} />,
    isPrimary: true,
  },
  { id: 'who', header: 'By', cell: ({ createdByName }) => createdByName },
  { id: 'health', header: 'Health data', cell: ({ includesHealth }) => (includesHealth ? 'With' : 'Without') },
  { id: 'contents', header: 'Contents', cell: contentsText },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <Badge tone={statusLabels[status].tone}>{statusLabels[status].label}</Badge>,
  },
  {
    id: 'until',
    header: 'Kept until',
    cell: ({ status, expiresAt }) =>
      status === 'ready' && expiresAt !== null ? <DateTime value={expiresAt} zone={zone} /> : null,
  },
]

const addressOf = ({ id }: DataExport) => exportsApi.downloadExport.url({ params: { id } })

/** Exports all data of the organization: shows the one in progress, downloads, and past ones. */
export function ExportSection() {
  const zone = useZone()
  const isPlatformStaff = useUser().role === 'superadmin'
  const [page, setPage] = useState(1)
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<DataExport>()
  const exports = useQuery({
    ...exportsApi.listExports.page({ query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.rows.some(isUnderWay) ? POLL_INTERVAL_MS : false),
  })
  const remove = useMutation(exportsApi.deleteExport.mutation({ touches: exportReads }))
  const underWay = exports.data?.rows.find(isUnderWay)
  const actions = (one: DataExport): MenuEntry[] => [
    ...(one.status === 'ready'
      ? [{ label: 'Download', icon: <Download size={16} aria-hidden />, onAction: () => void save(addressOf(one)) }]
      : []),
    ...(isUnderWay(one)
      ? []
      : [
          {
            label: 'Delete',
            icon: <Trash2 size={16} aria-hidden />,
            isDanger: true,
            onAction: () => setRemoved(one),
          },
        ]),
  ]
  return (
    <Card
      title="Export all data"
      help={`All tables as CSV and JSON, and all files, in one ZIP. Admins can download it for ${DOWNLOAD_DAYS} days.`}
      actions={
        !isPlatformStaff && (
          <Button variant="primary" isDisabled={underWay !== undefined} onPress={() => setAdding(true)}>
            Export all data
          </Button>
        )
      }
    >
      <Stack>
        {isPlatformStaff && (
          <Banner>Only the organization’s own admins export its data. Platform staff have backups.</Banner>
        )}
        {underWay && <UnderWay one={underWay} mayStop={!isPlatformStaff} />}
        <PagedTable
          label="Exports"
          counted="exports"
          columns={columnsIn(zone)}
          rowKey={({ id }) => id}
          query={exports}
          skeletons={1}
          page={page}
          pageSize={PAGE_SIZE}
          onPage={setPage}
          {...(!isPlatformStaff && { rowActions: actions })}
          rowLabel={({ filename }) => filename}
          empty={
            <EmptyState icon={<PackageOpen size={20} aria-hidden />} title="No exports yet">
              Your exports are listed here.
            </EmptyState>
          }
        />
      </Stack>
      <NewExportDialog isOpen={isAdding} onOpenChange={setAdding} />
      <ConfirmDialog
        title="Delete this export?"
        confirmLabel="Delete export"
        isOpen={removed !== undefined}
        onOpenChange={() => setRemoved(undefined)}
        onConfirm={async () => {
          if (removed) await remove.mutateAsync({ params: { id: removed.id } })
          notify({ title: 'Export deleted' })
        }}
      >
        It can no longer be downloaded. Your data stays as it is, and you can make another export at any time.
      </ConfirmDialog>
    </Card>
  )
}

function UnderWay({ one, mayStop }: { one: DataExport; mayStop: boolean }) {
  const cancel = useMutation(
    exportsApi.cancelExport.mutation({
      touches: exportReads,
      onError: (error) =>
        notify({
          title: 'Export not stopped',
          description: serverMessage(error, 'The export could not be stopped'),
          tone: 'destructive',
        }),
    }),
  )
  return (
    <Stack>
      <ProgressBar
        label={one.status === 'waiting' ? 'Waiting to export' : 'Exporting all data'}
        value={one.progress}
        valueText={`${one.progress}%`}
      />
      {mayStop && (
        <div>
          <Button
            size="small"
            icon={<CircleStop size={16} aria-hidden />}
            isPending={cancel.isPending}
            onPress={() => cancel.mutate({ params: { id: one.id } })}
          >
            Stop export
          </Button>
        </div>
      )}
    </Stack>
  )
}
