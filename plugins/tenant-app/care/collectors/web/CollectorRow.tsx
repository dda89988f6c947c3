import { useMutation } from '@tanstack/react-query'
import { Camera, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { MenuButton } from '#core/web/ui/actions/MenuButton.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { PersonDetail, PersonRow } from '../../../base/families/web/PersonRow.tsx'
import { PhoneLink } from '../../../base/families/web/PhoneLink.tsx'
import { useErasing } from '../../../shared/web/useErasing.tsx'
import type { Collector } from '../contract.ts'
import { CollectorPhotoDialog } from './CollectorPhotoDialog.tsx'
import { EditCollectorDialog } from './EditCollectorDialog.tsx'
import { collectorReads, collectorsApi } from './client.ts'

interface CollectorRowProps {
  studentId: string
  collector: Collector
  mayKeep: boolean
}

type Open = 'edit' | 'photo' | 'remove'

export function CollectorRow({ studentId, collector, mayKeep }: CollectorRowProps) {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const erasing = useErasing()
  const { id, name, relationship, phone, photoUrl, validUntil, isValid, isBarred } = collector
  const params = { id: studentId, collectorId: id }
  const remove = useMutation(collectorsApi.removeCollector.mutation({ touches: collectorReads(studentId) }))
  return (
    <PersonRow
      name={name}
      photoUrl={photoUrl}
      badges={
        <>
          {isBarred && <Badge tone="red">May not pick up</Badge>}
          {!isValid && <Badge tone="amber">Expired</Badge>}
        </>
      }
      menu={
        mayKeep && (
          <MenuButton
            label={`Actions for ${name}`}
            items={[
              { label: 'Edit', icon: <Pencil size={16} aria-hidden />, onAction: () => setOpen('edit') },
              { label: 'Photo', icon: <Camera size={16} aria-hidden />, onAction: () => setOpen('photo') },
              'separator',
              {
                label: 'Remove',
                icon: <Trash2 size={16} aria-hidden />,
                isDanger: true,
                onAction: () => setOpen('remove'),
              },
              ...erasing.entry({ kind: 'collector', id: collector.id }),
            ]}
          />
        )
      }
    >
      {isBarred && <PersonDetail>Has the name or phone of a guardian who may not pick up</PersonDetail>}
      {relationship && <PersonDetail>{relationship}</PersonDetail>}
      <PersonDetail>
        <PhoneLink phone={phone} />
      </PersonDetail>
      {validUntil && (
        <PersonDetail>
          Until <DateTime value={validUntil} show="date" />
        </PersonDetail>
      )}
      {erasing.dialog}
      <EditCollectorDialog studentId={studentId} collector={collector} isOpen={open === 'edit'} onOpenChange={close} />
      <CollectorPhotoDialog params={params} collector={collector} isOpen={open === 'photo'} onOpenChange={close} />
      <ConfirmDialog
        title={`Let ${name} collect no longer?`}
        confirmLabel="Remove person"
        isOpen={open === 'remove'}
        onOpenChange={close}
        onConfirm={async () => {
          await remove.mutateAsync({ params })
          notify({ title: 'Person removed', description: name })
        }}
      >
        {name} is taken off the list, with phone and photo.
      </ConfirmDialog>
    </PersonRow>
  )
}
