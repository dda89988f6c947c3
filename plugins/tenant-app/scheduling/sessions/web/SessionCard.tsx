import { CalendarClock, Copy, FolderKanban, MapPin, Pencil, Repeat, UserRound, UsersRound } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { PageLink, PageLinkButton } from '#core/web/links.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { IconButton } from '#core/web/ui/actions/IconButton.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import type { Session } from '../contract.ts'
import * as styles from './SessionCard.css.ts'
import { SessionStatusBadge } from './SessionStatusBadge.tsx'
import { SessionTime } from './SessionTime.tsx'
import { places } from './sessionLabels.ts'

interface SessionCardProps {
  session: Session
  zone: string
  onEdit: () => void
  onCopy: () => void
}

/** One session: when, where, who teaches, how many have a place. */
export function SessionCard({ session, zone, onEdit, onCopy }: SessionCardProps) {
  const { id, name, description, startDate, endDate, instructorName, location, projectTitle, status } = session
  return (
    <Card
      title={
        <PageLink to="/sessions/$id" params={{ id }} className={styles.name}>
          {name}
        </PageLink>
      }
      isDimmed={status === 'cancelled'}
      actions={
        <span className={styles.badge}>
          <SessionStatusBadge session={session} />
        </span>
      }
    >
      {description && <p className={styles.description}>{description}</p>}
      <dl className={styles.facts}>
        <Fact icon={CalendarClock} name="When">
          <SessionTime start={startDate} end={endDate} zone={zone} />
        </Fact>
        <Fact icon={UsersRound} name="Participants">
          {places(session)} participants
        </Fact>
        <Fact icon={UserRound} name="Instructor">
          {instructorName ?? 'No instructor yet'}
        </Fact>
        {projectTitle && (
          <Fact icon={FolderKanban} name="Project">
            {projectTitle}
          </Fact>
        )}
        {session.seriesId && (
          <Fact icon={Repeat} name="Series">
            {session.isSkipped ? 'Skipped by a holiday' : 'Part of a series'}
          </Fact>
        )}
        {location && (
          <Fact icon={MapPin} name="Location">
            {location}
          </Fact>
        )}
      </dl>
      <div className={styles.actions}>
        <Button size="small" icon={<Pencil size={14} aria-hidden />} aria-label={`Edit ${name}`} onPress={onEdit}>
          Edit
        </Button>
        <PageLinkButton
          to="/sessions/$id"
          params={{ id }}
          search={{ tab: 'roster' }}
          size="small"
          icon={<UsersRound size={14} aria-hidden />}
          aria-label={`Manage Students of ${name}`}
        >
          Manage Students
        </PageLinkButton>
        <IconButton size="small" label={`Duplicate ${name}`} onPress={onCopy}>
          <Copy size={14} aria-hidden />
        </IconButton>
      </div>
    </Card>
  )
}

function Fact({ icon: Icon, name, children }: { icon: LucideIcon; name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.factName} title={name}>
        <Icon size={16} role="img" aria-label={name} />
      </dt>
      <dd className={styles.factValue}>{children}</dd>
    </div>
  )
}
