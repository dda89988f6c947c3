import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { ChartNoAxesColumn, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageLink, PageLinkButton } from '#core/web/links.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { MenuButton, type MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { Avatar } from '#core/web/ui/display/Avatar.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { ShowHealth } from '../../../care/health/web/ShowHealth.tsx'
import type { Student } from '../contract.ts'
import { GradeBadge, StudentStatusBadge } from './StudentBadges.tsx'
import * as styles from './StudentCard.css.ts'
import { ageOn, nameOf } from './studentLabels.ts'

interface StudentCardProps {
  student: Student
  /** In the organization's zone, as `2026-03-29`. */
  today: string
  onEdit: () => void
  /** Actions of the menu; empty for users without rights. */
  actions: readonly MenuEntry[]
}

/** Shows one student: name, age and guardian, and emergency data on request. */
export function StudentCard({ student, today, onEdit, actions }: StudentCardProps) {
  const { id, grade, dateOfBirth, totalPoints, parentUser, isActive, hasHealth, hasEmergency } = student
  const name = nameOf(student)
  return (
    <Card
      title={
        <span className={styles.who}>
          <Avatar name={name} />
          <PageLink to="/students/$id" params={{ id }} className={styles.name}>
            <PersonName name={name} />
          </PageLink>
        </span>
      }
      isDimmed={!isActive}
      actions={
        <span className={styles.corner}>
          <StudentStatusBadge isActive={isActive} />
          {actions.length > 0 && <MenuButton label={`Actions for ${name}`} items={actions} size="small" />}
        </span>
      }
    >
      <div className={styles.badges}>
        {grade && <GradeBadge grade={grade} />}
        {dateOfBirth && <span>Age {ageOn(today, dateOfBirth)}</span>}
        <span>{totalPoints} points</span>
      </div>
      <dl className={styles.facts}>
        <Fact term="Parent">
          {parentUser ? nameOf(parentUser) : <span className={styles.none}>No guardian yet</span>}
        </Fact>
        {parentUser?.email && (
          <Fact term="Email">
            <TextLink href={`mailto:${parentUser.email}`}>{parentUser.email}</TextLink>
          </Fact>
        )}
        <Fact term="Emergency phone">
          <ShowHealth studentId={id} name={name} what="emergency" isThere={hasEmergency} />
        </Fact>
        <Fact term="Medical notes">
          <ShowHealth studentId={id} name={name} what="health" isThere={hasHealth} />
        </Fact>
      </dl>
      <div className={styles.actions}>
        <Button size="small" icon={<Pencil size={14} aria-hidden />} aria-label={`Edit ${name}`} onPress={onEdit}>
          Edit
        </Button>
        <PageLinkButton
          to="/students/$id"
          params={{ id }}
          size="small"
          icon={<ChartNoAxesColumn size={14} aria-hidden />}
          aria-label={`View Progress of ${name}`}
        >
          View Progress
        </PageLinkButton>
      </div>
    </Card>
  )
}

/** Placeholder while students load, as tall as a card with a guardian. */
export function StudentSkeleton() {
  return (
    <Card>
      <Skeleton width="60%" height={36} />
      <Skeleton width="45%" height={22} />
      <Skeleton width="80%" height={136} />
      <Skeleton width="55%" height={28} />
    </Card>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.term}>{term}</dt>
      <dd className={styles.detail}>{children}</dd>
    </div>
  )
}
