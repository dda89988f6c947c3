import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { Plus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import { ListFilters } from '#core/web/ui/lists/ListFilters.tsx'
import { ListScreen } from '#core/web/ui/lists/ListScreen.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import { useListAddress } from '#core/web/ui/lists/listAddress.ts'
import { FormDialog } from '#core/web/ui/overlays/FormDialog.tsx'
import type { DialogState } from '#core/web/ui/overlays/FormDialog.tsx'
import { newGroup, type Group } from '../../../base/groups/contract.ts'
import { GroupFields } from '../../../base/groups/web/GroupFields.tsx'
import { groupReads, groupsApi } from '../../../base/groups/web/client.ts'
import { colorTones, kindLabels, kindOptions } from '../../../base/groups/web/groupLabels.ts'

const route = getRouteApi('/shell/students/groups')
const PAGE_SIZE = 25

const columns: readonly Column<Group>[] = [
  { id: 'name', header: 'Group', isPrimary: true, cell: ({ name }) => name },
  {
    id: 'kind',
    header: 'Kind',
    cell: ({ kind, color }) => <Badge tone={colorTones[color]}>{kindLabels[kind]}</Badge>,
  },
  { id: 'season', header: 'Season', cell: ({ season }) => season || '—' },
  { id: 'members', header: 'Members', align: 'end', cell: ({ memberCount }) => memberCount },
  { id: 'staff', header: 'Staff', cell: ({ staff }) => staff.map(({ name }) => name).join(', ') || '—' },
]

/** Lists groups of students; search, filters and page are in the address. */
export function GroupsPage() {
  const address = route.useSearch()
  const list = useListAddress({ address, navigate: route.useNavigate(), filters: ['kind', 'status'] })
  const isAdmin = useUser().role !== 'instructor'
  const [isAdding, setAdding] = useState(false)
  const { search, kind, status } = address
  const groups = useQuery({
    ...groupsApi.listGroups.page({
      query: { search, kind, status, limit: PAGE_SIZE, offset: (list.page - 1) * PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
  })
  const addButton = isAdmin && (
    <Button variant="primary" icon={<Plus size={16} aria-hidden />} onPress={() => setAdding(true)}>
      New group
    </Button>
  )
  return (
    <Page title="Groups" help="Classes, teams and cabins: register all their students in one step." actions={addButton}>
      <ListScreen
        counted="groups"
        list={list}
        query={groups}
        search={{ placeholder: 'Search by name or season' }}
        filters={
          <ListFilters
            list={list}
            address={address}
            filters={[
              { name: 'kind', label: 'Kind', all: 'All kinds', options: kindOptions },
              {
                name: 'status',
                label: 'Status',
                all: 'Active',
                options: [{ id: 'archived', label: 'Archived' }],
              },
            ]}
          />
        }
        none={{
          icon: <UsersRound size={20} aria-hidden />,
          title: 'No groups yet',
          children: isAdmin
            ? 'A group is a class, a team or a cabin. Its students can be registered for a session in one step.'
            : 'You see groups that an admin has made you staff of.',
          action: addButton,
        }}
        noMatches="Try another part of the name, or another kind."
      >
        {(shown) => (
          <PagedTable
            {...shown}
            columns={columns}
            rowKey={({ id }) => id}
            rowHref={({ id }) => `/students/groups/${id}`}
            page={list.page}
            pageSize={PAGE_SIZE}
            onPage={list.turnTo}
          />
        )}
      </ListScreen>
      <NewGroupDialog isOpen={isAdding} onOpenChange={setAdding} />
    </Page>
  )
}

function NewGroupDialog(dialog: DialogState) {
  const navigate = useNavigate()
  const create = useMutation(groupsApi.createGroup.mutation({ touches: groupReads }))
  return (
    <FormDialog
      {...dialog}
      title="New group"
      schema={newGroup}
      defaultValues={{ name: '', kind: 'class', season: '', color: 'gray' }}
      save={(body) => create.mutateAsync({ body })}
      saved={({ name }) => ({ title: 'Group created', description: name })}
      onSaved={({ id }) => navigate({ to: '/students/groups/$groupId', params: { groupId: id } })}
      submit="Create group"
    >
      <GroupFields />
    </FormDialog>
  )
}
