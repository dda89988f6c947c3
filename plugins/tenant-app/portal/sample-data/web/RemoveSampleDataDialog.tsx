import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import type { SampleRemoval } from '../contract.ts'
import { sampleDataApi } from './client.ts'

interface RemoveSampleDataDialogProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** Asks before sample data is removed, and counts what is deleted and what stays. */
export function RemoveSampleDataDialog({ isOpen, onOpenChange }: RemoveSampleDataDialogProps) {
  const queries = useQueryClient()
  const { data } = useQuery({ ...sampleDataApi.sampleRemoval(), enabled: isOpen, refetchOnMount: 'always' })
  const removing = useMutation(sampleDataApi.removeSampleData.mutation())
  const remove = async () => {
    await removing.mutateAsync()
    notify({ title: 'Sample data removed' })
    await queries.invalidateQueries()
  }
  return (
    <ConfirmDialog
      title="Remove sample data?"
      confirmLabel="Remove sample data"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isReady={data !== undefined}
      onConfirm={remove}
    >
      {data && <Explanation removal={data} />}
    </ConfirmDialog>
  )
}

function Explanation({ removal }: { removal: SampleRemoval }) {
  const removed = listCounts(removal.map(({ called, removed: count }) => ({ called, count })))
  const staying = listCounts(removal.map(({ called, stays: count }) => ({ called, count })))
  return (
    <>
      <p>
        {removed &&
          `This deletes ${removed}, with everything added to them: attendance, points, notes, photos, messages, student accounts. `}
        It cannot be undone.
      </p>
      {staying && <p>These stay, because your own students, sessions or users depend on them: {staying}.</p>}
      <p>Your own students and data stay.</p>
    </>
  )
}

function listCounts(counts: readonly { called: readonly [string, string]; count: number }[]): string {
  const parts = counts.flatMap(({ called: [one, many], count }) =>
    count === 0 ? [] : `${count} ${count === 1 ? one : many}`,
  )
  return new Intl.ListFormat('en-US').format(parts)
}
