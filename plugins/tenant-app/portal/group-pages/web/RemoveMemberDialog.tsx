import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countText } from '#core/contract/count-text.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Checkbox } from '#core/web/ui/fields/Checkbox.tsx'
import { DateField } from '#core/web/ui/fields/DateField.tsx'
import { Stack } from '#core/web/ui/layout/Stack.tsx'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import type { GroupMember } from '../../../base/groups/contract.ts'
import { groupReads, groupsApi } from '../../../base/groups/web/client.ts'
import { rosterReads } from '../../../scheduling/rosters/web/client.ts'
import { groupPlacesApi } from '../../../scheduling/rosters/web/groupClient.ts'

interface RemoveMemberDialogProps {
  groupId: string
  member: GroupMember
  onClose: () => void
}

/** Ends a membership, and on request the registrations that came from the group only. */
export function RemoveMemberDialog({ groupId, member, onClose }: RemoveMemberDialogProps) {
  const { studentId, firstName, lastName } = member
  const [until, setUntil] = useState<string | null>(null)
  const [alsoFromSessions, setAlsoFromSessions] = useState(false)
  const sessions = useQuery({
    ...groupPlacesApi.countGroupSessions({ params: { id: groupId }, query: { studentId } }),
    staleTime: 0,
  })
  const count = sessions.data?.count ?? 0
  const remove = useMutation(groupsApi.removeMember.mutation({ touches: groupReads }))
  const endPlaces = useMutation(groupPlacesApi.endGroupPlaces.mutation({ touches: rosterReads }))
  const params = { id: groupId, studentId }
  return (
    <ConfirmDialog
      title={`Remove ${firstName} ${lastName} from the group?`}
      confirmLabel="Remove from group"
      isOpen
      onOpenChange={onClose}
      onConfirm={async () => {
        if (alsoFromSessions) await endPlaces.mutateAsync({ params })
        await remove.mutateAsync({ params, body: until ? { until } : {} })
        notify({ title: 'Removed from the group', description: `${firstName} ${lastName}` })
      }}
    >
      <Stack>
        <span>The time in the group stays in its history.</span>
        <DateField label="Left on" isOptional help="Leave empty for today." value={until} onChange={setUntil} />
        {count > 0 && (
          <Checkbox
            label={`Also remove from ${countText(count, 'upcoming session')}`}
            help="Students keep places that they have by another registration."
            isSelected={alsoFromSessions}
            onChange={setAlsoFromSessions}
          />
        )}
      </Stack>
    </ConfirmDialog>
  )
}
