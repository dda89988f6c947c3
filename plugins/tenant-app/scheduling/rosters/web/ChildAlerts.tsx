import { Ban, CameraOff, HeartPulse } from 'lucide-react'
import { listText } from '#core/contract/list-text.ts'
import type { PackChild } from '../today-contract.ts'
import * as styles from './attendance.css.ts'

interface ChildAlertsProps {
  child: PackChild
  /** False where one banner covers all children. */
  showsNoPhoto: boolean
}

const levels = { none: '', low: 'Low risk', medium: 'Medium risk', high: 'High risk' } as const

/** Shows staff a child's alert, barred pickups and photo restriction, without opening a record. */
export function ChildAlerts({ child, showsNoPhoto }: ChildAlertsProps) {
  const { alertLevel, responseLine, mayNotPickUp, isNoPhoto } = child
  const level = alertLevel ?? 'none'
  const lacksLine = responseLine === '' && (level === 'medium' || level === 'high')
  const words = [levels[level], responseLine || (lacksLine && 'no response line yet')].filter(Boolean).join(': ')
  return (
    <>
      {words && (
        <span className={styles.tone[level]}>
          <HeartPulse size={14} aria-hidden className={styles.stripIcon} />
          <span>{words}</span>
        </span>
      )}
      {mayNotPickUp.length > 0 && (
        <span className={styles.tone.barred}>
          <Ban size={14} aria-hidden className={styles.stripIcon} />
          <span>
            May not be released to <span translate="no">{listText(mayNotPickUp)}</span>
          </span>
        </span>
      )}
      {isNoPhoto && showsNoPhoto && (
        <span className={styles.tone.quiet}>
          <CameraOff size={14} aria-hidden className={styles.stripIcon} />
          No photos
        </span>
      )}
    </>
  )
}
