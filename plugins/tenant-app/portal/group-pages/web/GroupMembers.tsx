import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { UserMinus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { EmptyState } from '#core/web/ui/feedback/EmptyState.tsx'
import { Tabs } from '#core/web/ui/layout/Tabs.tsx'
import { PagedTable } from '#core/web/ui/lists/PagedTable.tsx'
import type { Column } from '#core/web/ui/lists/dataColumns.ts'
import type { GroupMember } from '../../../base/groups/contract.ts'
import { groupsApi } from '../../../base/groups/web/client.ts'
import { RemoveMemberDialog } from './RemoveMemberDialog.tsx'

const PAGE_SIZE = 50

interface GroupMembersProps {
  groupId: string
  isAdmin: boolean
}

/** Lists present and former members of a group. */
export function GroupMembers(props: GroupMembersProps) {
  return (
    <Tabs
      label="Members"
      tabs={[
        { id: 'current', label: 'Members', content: <MemberTable {...props} status="current" /> },
        { id: 'former', label: 'Former members', content: <MemberTable {...props} status="former" /> },
      ]}
    />
  )
}

const nameOf = ({ firstName, lastName }: GroupMember) => `${firstName} ${lastName}`

const columns: readonly Column<GroupMember>[] = [
  { id: 'student', header: 'Student', isPrimary: true, cell: (member) => <PersonName name={nameOf(member)} /> },
  { id: 'grade', header: 'Grade', cell: ({ grade }) => grade ?? '—' },
  { id: 'since', header: 'Since', cell: ({ from }) => <DateTime value={from} /> },
  { id: 'state', header: 'Status', cell: ({ isActive }) => <Badge>{isActive ? 'Active' : 'Inactive'}</Badge> },
]
const formerColumns: readonly Column<GroupMember>[] = [
  ...columns.slice(0, 2),
  { id: 'from', header: 'From', cell: ({ from }) => <DateTime value={from} /> },
  { id: 'until', header: 'Left', cell: ({ until }) => <DateTime value={until} /> },
]

function MemberTable({ groupId, isAdmin, status }: GroupMembersProps & { status: 'current' | 'former' }) {
  const [page, setPage] = useState(1)
  const [leaving, setLeaving] = useState<GroupMember>()
  const members = useQuery({
    ...groupsApi.listMembers.page({
      params: { id: groupId },
      query: { status, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
  })
  const isCurrent = status === 'current'
  return (
    <>
      <PagedTable
        label={isCurrent ? 'Members' : 'Former members'}
        counted={isCurrent ? 'members' : 'memberships'}
        columns={isCurrent ? columns : formerColumns}
        query={members}
        rowKey={({ id }) => id}
        rowHref={({ studentId }) => `/students/${studentId}`}
        rowLabel={nameOf}
        {...(isAdmin &&
          isCurrent && {
            rowActions: (member: GroupMember) => [
              {
                label: 'Remove from group',
                icon: <UserMinus size={16} aria-hidden />,
                onAction: () => setLeaving(member),
              },
            ],
          })}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={setPage}
        empty={
          isCurrent ? (
            <EmptyState icon={<UsersRound size={20} aria-hidden />} title="No members yet">
              Students in this group are listed here.
            </EmptyState>
          ) : (
            <EmptyState title="No former members">Students who leave this group are listed here.</EmptyState>
          )
        }
      />
      {leaving && <RemoveMemberDialog groupId={groupId} member={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  )
}
