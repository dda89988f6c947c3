import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Archive, Pencil, Plus, RotateCcw, Trash2, UserCog } from 'lucide-react'
import { useState } from 'react'
import { countText } from '#core/contract/count-text.ts'
import { refresh } from '#core/web/client.ts'
import { useUser } from '#core/web/session.ts'
import { Contributions } from '#core/web/shell/Contributions.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import type { MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { EditDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import type { DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import { groupChange, type Group } from '../../../base/groups/contract.ts'
import { groupSections } from '../../../shared/web/slots.ts'
import { GroupFields } from '../../../base/groups/web/GroupFields.tsx'
import { groupReads, groupsApi } from '../../../base/groups/web/client.ts'
import { colorTones, kindLabels } from '../../../base/groups/web/groupLabels.ts'
import { AddMembersDialog } from './AddMembersDialog.tsx'
import { GroupMembers } from './GroupMembers.tsx'
import { StaffDialog } from './StaffDialog.tsx'

const route = getRouteApi('/shell/students/groups/$groupId')

/** Shows one group: present and former members, and its staff. */
export function GroupPage() {
  const { groupId: id } = route.useParams()
  const { data: group, error, refetch } = useQuery(groupsApi.getGroup({ params: { id } }))
  const isAdmin = useUser().role !== 'instructor'
  const [dialog, setDialog] = useState<'add' | 'edit' | 'staff' | 'delete'>()
  const close = () => setDialog(undefined)
  const acts = useGroupActs(group)
  const more: MenuEntry[] = [
    { label: 'Edit group', icon: <Pencil size={16} aria-hidden />, onAction: () => setDialog('edit') },
    { label: 'Choose staff', icon: <UserCog size={16} aria-hidden />, onAction: () => setDialog('staff') },
    ...acts,
    'separator',
    {
      label: 'Delete group',
      icon: <Trash2 size={16} aria-hidden />,
      isDanger: true,
      onAction: () => setDialog('delete'),
    },
  ]
  return (
    <Page
      title={group?.name ?? 'Group'}
      help={group ? <InShort group={group} /> : !error && <Skeleton width={180} height={22} />}
      above={<Breadcrumbs trail={[{ label: 'Groups', href: '/students/groups' }]} current={group?.name ?? 'Group'} />}
      actions={
        isAdmin &&
        group &&
        !group.archivedAt && (
          <Button variant="primary" icon={<Plus size={16} aria-hidden />} onPress={() => setDialog('add')}>
            Add students
          </Button>
        )
      }
      more={isAdmin && group ? more : []}
    >
      {error && !group ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <>
          <GroupMembers groupId={id} isAdmin={isAdmin} />
          {isAdmin && <Contributions to={groupSections} props={{ groupId: id }} />}
        </>
      )}
      {group && (
        <>
          <AddMembersDialog group={group} isOpen={dialog === 'add'} onOpenChange={close} />
          <EditGroupDialog group={group} isOpen={dialog === 'edit'} onOpenChange={close} />
          <StaffDialog group={group} isOpen={dialog === 'staff'} onOpenChange={close} />
          <DeleteGroupDialog group={group} isOpen={dialog === 'delete'} onOpenChange={close} />
        </>
      )}
    </Page>
  )
}

function InShort({ group: { kind, color, season, archivedAt, memberCount, staff } }: { group: Group }) {
  const words = [
    ...(season ? [season] : []),
    countText(memberCount, 'child', 'children'),
    staff.length > 0
      ? `${countText(staff.length, 'adult')}: ${staff.map(({ name }) => name).join(', ')}`
      : 'No staff yet',
  ]
  return (
    <>
      <Badge tone={colorTones[color]}>{kindLabels[kind]}</Badge> {archivedAt && <Badge>Archived</Badge>}{' '}
      {words.join(' · ')}
    </>
  )
}

function useGroupActs(group: Group | undefined): MenuEntry[] {
  const options = {
    touches: groupReads,
    onError: (error: Error) =>
      notify({ title: 'Failed to change the group', description: errorText(error), tone: 'destructive' }),
  }
  const archive = useMutation(groupsApi.archiveGroup.mutation(options))
  const restore = useMutation(groupsApi.restoreGroup.mutation(options))
  if (!group) return []
  const input = { params: { id: group.id } }
  return group.archivedAt
    ? [{ label: 'Restore group', icon: <RotateCcw size={16} aria-hidden />, onAction: () => restore.mutate(input) }]
    : [{ label: 'Archive group', icon: <Archive size={16} aria-hidden />, onAction: () => archive.mutate(input) }]
}

function EditGroupDialog({ group, ...dialog }: DialogState & { group: Group }) {
  const update = useMutation(groupsApi.updateGroup.mutation({ touches: groupReads }))
  return (
    <EditDialog
      {...dialog}
      title={`Edit ${group.name}`}
      thing={group}
      schema={groupChange}
      editable={({ name, kind, season, color }) => ({ name, kind, season, color })}
      save={(body, { id, updatedAt }) => update.mutateAsync({ params: { id }, body: { ...body, updatedAt } })}
      saved={({ name }) => ({ title: 'Group saved', description: name })}
      reread={({ id }) => groupsApi.getGroup.call({ params: { id } })}
      noun="this group"
    >
      <GroupFields />
    </EditDialog>
  )
}

function DeleteGroupDialog({ group: { id, name }, ...dialog }: DialogState & { group: Group }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const remove = useMutation(groupsApi.deleteGroup.mutation())
  return (
    <ConfirmDialog
      {...dialog}
      title={`Delete the group “${name}”?`}
      confirmLabel="Delete group"
      onConfirm={async () => {
        await remove.mutateAsync({ params: { id } })
        // Leaves the page first, which would read the deleted group again.
        await navigate({ to: '/students/groups', replace: true })
        notify({ title: 'Group deleted', description: name })
        await refresh(queryClient, [groupsApi.listGroups.key()])
      }}
    >
      A group that has or had members cannot be deleted. Archive it to keep their history.
    </ConfirmDialog>
  )
}
