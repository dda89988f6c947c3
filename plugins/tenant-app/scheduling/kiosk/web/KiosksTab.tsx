import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Plus, TabletSmartphone } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import type { Device } from '../contract.ts'
import { devicesApi } from './client.ts'
import { NewKioskDialog } from './NewKioskDialog.tsx'

const PAGE_SIZE = 10

const stateLabels: Record<Device['state'], string> = {
  waiting: 'Waiting for its code',
  working: 'Working',
  locked: 'Locked after wrong PINs',
  unused: 'Not set up, or unused for 90 days',
  revoked: 'Revoked',
}

const columns = [
  { id: 'name', header: 'Kiosk', isPrimary: true, cell: ({ name }: Device) => name },
  { id: 'place', header: 'Place', cell: ({ place }: Device) => place || '—' },
  { id: 'state', header: 'State', cell: ({ state }: Device) => stateLabels[state] },
  {
    id: 'used',
    header: 'Last used',
    cell: ({ lastUsedAt }: Device) => (lastUsedAt === null ? 'Never' : <DateTime value={lastUsedAt} />),
  },
]

/** Tablets at the door, on which adults check children in by PIN or card. */
export function KiosksTab() {
  const [page, setPage] = useState(1)
  const [isAdding, setAdding] = useState(false)
  const [revoked, setRevoked] = useState<Device>()
  const touches = [devicesApi.listKiosks.key()]
  const revoke = useMutation(devicesApi.revokeKiosk.mutation({ touches }))
  const unlock = useMutation(devicesApi.unlockKiosk.mutation({ touches }))
  const devices = useQuery({
    ...devicesApi.listKiosks.page({ query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  })
  const open = ({ id }: Device) =>
    unlock.mutate(
      { params: { id } },
      {
        onSuccess: () => notify({ title: 'Kiosk unlocked' }),
        onError: (error) => notify({ title: 'Not unlocked', description: errorText(error), tone: 'destructive' }),
      },
    )
  return (
    <Card
      title="Kiosks"
      help="A kiosk is a tablet at the door. Adults check children in by PIN or card; staff release them."
      actions={
        <Button icon={<Plus size={16} aria-hidden />} onPress={() => setAdding(true)}>
          Add kiosk
        </Button>
      }
    >
      <PagedTable
        label="Kiosks"
        query={devices}
        columns={columns}
        rowKey={({ id }) => id}
        rowLabel={({ name }) => name}
        rowActions={(device) => [
          ...(device.state === 'locked' ? [{ label: 'Unlock', onAction: () => open(device) }] : []),
          { label: 'Revoke', isDanger: true, onAction: () => setRevoked(device) },
        ]}
        skeletons={3}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={setPage}
        counted="kiosks"
        empty={
          <EmptyState icon={<TabletSmartphone size={20} aria-hidden />} title="No kiosks yet">
            Add a kiosk, then open /kiosk on the tablet and enter its code.
          </EmptyState>
        }
      />
      <NewKioskDialog isOpen={isAdding} onOpenChange={setAdding} />
      <ConfirmDialog
        title={`Revoke the kiosk “${revoked?.name ?? ''}”?`}
        confirmLabel="Revoke kiosk"
        isOpen={revoked !== undefined}
        onOpenChange={() => setRevoked(undefined)}
        onConfirm={async () => {
          if (!revoked) return
          await revoke.mutateAsync({ params: { id: revoked.id } })
          notify({ title: 'Kiosk revoked' })
        }}
      >
        The tablet stops working at once. What was recorded there stays.
      </ConfirmDialog>
    </Card>
  )
}
