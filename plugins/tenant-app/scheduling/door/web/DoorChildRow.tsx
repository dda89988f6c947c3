import { ShieldAlert, Undo2 } from 'lucide-react'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { IconButton } from '#core/web/ui/actions/IconButton.tsx'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { PersonName } from '#core/web/ui/display/PersonName.tsx'
import { useZone } from '../../../shared/web/zone.ts'
import type { DoorChild } from '../contract.ts'
import * as styles from './door.css.ts'
import { isRecent } from './useDoorEvents.ts'

const noticeLabels: Record<DoorChild['notices'][number]['topic'], string> = {
  'late-drop-off': 'Late drop-off',
  'early-pickup': 'Early pick-up',
  'late-pickup': 'Late pick-up',
  absence: 'Absence',
}

interface DoorChildRowProps {
  child: DoorChild
  works: boolean
  /** True if a child who is here should have been picked up. */
  isLate: boolean
  onIn: () => void
  onRelease: () => void
  /** Releases the child to the adult who waits for it. */
  onLeaving: (by: NonNullable<DoorChild['leaving']>) => void
  onUndo: (eventId: string) => void
}

/** One child at the door, with the one act that comes next. */
export function DoorChildRow({ child, works, isLate, onIn, onRelease, onLeaving, onUndo }: DoorChildRowProps) {
  const { firstName, lastName, state, barred, notices, leaving, lastEventId } = child
  const name = `${firstName} ${lastName}`
  const isHere = state === 'in'
  return (
    <li className={styles.row}>
      <div className={styles.name}>
        <PersonName name={name} />
        <State child={child} isLate={isLate} />
        {notices.map(({ topic, byName }) => (
          <span key={`${topic} ${byName}`}>
            <Badge tone="amber">{noticeLabels[topic]}</Badge> {byName}
          </span>
        ))}
        {leaving && (
          <span>
            <Badge tone="blue">Waiting to leave</Badge> {leaving.name}
          </span>
        )}
        {barred.length > 0 && (
          <span className={styles.barred}>
            <ShieldAlert size={14} aria-hidden /> Do not release to {barred.map((person) => person.name).join(', ')}
          </span>
        )}
      </div>
      {works && (
        <div className={styles.counts}>
          {lastEventId !== null && state !== 'closed' && isRecent(child) && (
            <IconButton label={`Undo for ${name}`} onPress={() => onUndo(lastEventId)}>
              <Undo2 size={16} aria-hidden />
            </IconButton>
          )}
          {leaving && (
            <Button
              variant="primary"
              className={styles.act}
              aria-label={`Release to ${leaving.name}: ${name}`}
              onPress={() => onLeaving(leaving)}
            >
              Release to {leaving.name}
            </Button>
          )}
          <Button
            variant={isHere ? 'secondary' : 'primary'}
            className={styles.act}
            aria-label={isHere ? (leaving ? `Someone else for ${name}` : `Release ${name}`) : `Check in ${name}`}
            onPress={isHere ? onRelease : onIn}
          >
            {isHere ? (leaving ? 'Someone else' : 'Release') : 'Check in'}
          </Button>
        </div>
      )}
    </li>
  )
}

function State({ child, isLate }: Pick<DoorChildRowProps, 'child' | 'isLate'>) {
  const zone = useZone()
  const { state, since, byName, isReportedAbsent, attendance } = child
  if (state === 'expected') {
    if (isReportedAbsent) return <Badge tone="blue">Reported absent</Badge>
    return <span className={styles.muted}>{attendance === 'absent' ? 'Marked absent' : 'Expected'}</span>
  }
  const time = since && <DateTime value={since} zone={zone} show="time" />
  if (state === 'in') {
    return (
      <span className={styles.muted}>
        {isLate && <Badge tone="red">Still here</Badge>} Here since {time}
      </span>
    )
  }
  if (state === 'closed') return <span className={styles.muted}>Departure not recorded</span>
  return (
    <span className={styles.muted}>
      Left {time}
      {byName && ` · ${byName}`}
    </span>
  )
}
