import { ArrowDown, ArrowUp, MailPlus, Pencil, Trash2 } from 'lucide-react'
import { part } from '#core/web/plugin.ts'
import { PartBoundary } from '#core/web/shell/PartBoundary.tsx'
import { MenuButton, type MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import type { Guardian } from '../../../base/families/contract.ts'
import { PersonDetail, PersonRow } from '../../../base/families/web/PersonRow.tsx'
import { PhoneLink } from '../../../base/families/web/PhoneLink.tsx'
import { useNow } from '../../../shared/web/useNow.ts'
import { nameOf, rightsText } from '../../../base/families/web/guardianLabels.ts'

const RestrictionButtons = part(
  () => import('../../../admissions/restrictions/web/RestrictionButtons.tsx'),
  'RestrictionButtons',
)

const RESTRICTION_NOTE =
  'Has no access to this child’s information, gets no notifications, and may not pick them up until the restriction is lifted'

interface GuardianActs {
  edit: () => void
  /** Absent for a guardian with an account, or without an email address. */
  invite?: () => void
  remove: () => void
  /** Entries after the others. */
  more: readonly MenuEntry[]
  /** Absent for the first guardian. */
  moveUp?: () => void
  /** Absent for the last guardian. */
  moveDown?: () => void
}

interface GuardianRowProps {
  studentId: string
  guardian: Guardian
  /** undefined for users who may not edit. */
  acts: GuardianActs | undefined
}

export function GuardianRow({ studentId, guardian, acts }: GuardianRowProps) {
  const { relationship, phone, mayCollect, isActive, admin } = guardian
  const name = nameOf(guardian)
  return (
    <PersonRow
      name={name}
      badges={
        <>
          {admin?.isRestricted && <Badge tone="red">Restricted</Badge>}
          {admin?.isReviewDue && <Badge tone="amber">Review is due</Badge>}
          {!mayCollect && <Badge tone="red">May not pick up</Badge>}
          {!isActive && <Badge>Deactivated</Badge>}
          {isActive && admin && <AccountBadge admin={admin} />}
          {admin?.isBouncing && <Badge tone="red">Email bounces</Badge>}
        </>
      }
      menu={acts && <MenuButton label={`Actions for ${name}`} items={menuEntriesOf(acts)} />}
      buttons={
        acts && (
          <PartBoundary>
            <RestrictionButtons studentId={studentId} guardian={guardian} />
          </PartBoundary>
        )
      }
    >
      <PersonDetail>{relationship}</PersonDetail>
      <PersonDetail>{admin?.isRestricted ? RESTRICTION_NOTE : rightsText(guardian)}</PersonDetail>
      {phone && (
        <PersonDetail>
          <PhoneLink phone={phone} />
        </PersonDetail>
      )}
      {admin?.email && (
        <PersonDetail>
          <TextLink href={`mailto:${admin.email}`}>{admin.email}</TextLink>
        </PersonDetail>
      )}
      {admin?.address && <PersonDetail>{admin.address}</PersonDetail>}
      {admin?.notes && <PersonDetail>Notes: {admin.notes}</PersonDetail>}
    </PersonRow>
  )
}

const accountLabels = { active: 'Has an account', 'no-account': 'Not invited', inactive: 'Deactivated' }

function AccountBadge({ admin: { state, invitedUntil } }: { admin: NonNullable<Guardian['admin']> }) {
  const now = useNow()
  if (state !== 'invited') return <Badge tone={state === 'active' ? 'green' : 'neutral'}>{accountLabels[state]}</Badge>
  const isExpired = invitedUntil !== null && Date.parse(invitedUntil) < now
  return <Badge tone="amber">{isExpired ? 'Invitation expired' : 'Invited'}</Badge>
}

function menuEntriesOf({ edit, invite, remove, more, moveUp, moveDown }: GuardianActs): MenuEntry[] {
  return [
    { label: 'Edit', icon: <Pencil size={16} aria-hidden />, onAction: edit },
    ...(invite ? [{ label: 'Invite', icon: <MailPlus size={16} aria-hidden />, onAction: invite }] : []),
    ...(moveUp ? [{ label: 'Move up', icon: <ArrowUp size={16} aria-hidden />, onAction: moveUp }] : []),
    ...(moveDown ? [{ label: 'Move down', icon: <ArrowDown size={16} aria-hidden />, onAction: moveDown }] : []),
    'separator',
    { label: 'Remove', icon: <Trash2 size={16} aria-hidden />, isDanger: true, onAction: remove },
    ...more,
  ]
}
