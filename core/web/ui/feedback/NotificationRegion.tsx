import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { PointerEvent } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../../text.ts'
import { Button } from '../actions/Button.tsx'
import { IconButton } from '../actions/IconButton.tsx'
import * as styles from './Notifications.css.ts'
import {
  currentNotification,
  dismissNotification,
  holdNotifications,
  noteAct,
  subscribeToNotifications,
} from './notificationQueue.ts'
import type { QueuedNotification } from './notificationQueue.ts'

/** Pixels to the right after which a notification is gone (spec part 1, constants). */
const SWIPE_DISTANCE_PX = 50

/** Once per app. F8 moves focus here; a notification stays while hovered or focused. Show one with `notify`. */
export function NotificationRegion() {
  const region = useRef<HTMLElement>(null)
  const notification = useSyncExternalStore(subscribeToNotifications, currentNotification)
  const [isFocused, setFocused] = useState(false)
  const cameFrom = useRef<HTMLElement>(null)
  useEffect(() => {
    const focusRegion = (event: KeyboardEvent) => {
      if (event.key !== 'F8') return
      event.preventDefault()
      region.current?.focus()
    }
    const act = (event: Event) => {
      if (!(event.target instanceof Node && region.current?.contains(event.target))) noteAct()
    }
    document.addEventListener('keydown', focusRegion)
    document.addEventListener('keydown', act, true)
    document.addEventListener('pointerdown', act, true)
    return () => {
      document.removeEventListener('keydown', focusRegion)
      document.removeEventListener('keydown', act, true)
      document.removeEventListener('pointerdown', act, true)
    }
  }, [])
  // Focus goes back where it was: a removed element fires no blur event, and time would stand still.
  const dismiss = (id: number) => {
    if (isFocused) cameFrom.current?.focus()
    setFocused(false)
    dismissNotification(id)
  }
  // In the body, as dialogs are: inside the app's root it would lie under them.
  return createPortal(
    // React Aria hides everything outside an open dialog; data-react-aria-top-layer keeps notifications in reach.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- focus is only watched, to pause the time
    <section
      ref={region}
      aria-label={t('Notifications (F8)')}
      tabIndex={-1}
      className={styles.region}
      onFocus={(event) => {
        const from = event.relatedTarget
        if (from instanceof HTMLElement && !event.currentTarget.contains(from)) cameFrom.current = from
        setFocused(true)
      }}
      onBlur={(event) => setFocused(event.currentTarget.contains(event.relatedTarget))}
      data-react-aria-top-layer="true"
    >
      {notification && (
        <NotificationCard
          key={notification.id}
          notification={notification}
          isFocused={isFocused}
          onDismiss={() => dismiss(notification.id)}
        />
      )}
    </section>,
    document.body,
  )
}

interface NotificationCardProps {
  notification: QueuedNotification
  isFocused: boolean
  onDismiss: () => void
}

function NotificationCard({ notification, isFocused, onDismiss }: NotificationCardProps) {
  const { id, title, description, duration, tone = 'default', action } = notification
  const [isHovered, setHovered] = useState(false)
  const remaining = useRef(duration)
  const isPaused = isHovered || isFocused
  useEffect(() => {
    holdNotifications(isPaused)
    if (isPaused) return undefined
    const started = Date.now()
    const timer = setTimeout(() => dismissNotification(id), remaining.current)
    return () => {
      clearTimeout(timer)
      remaining.current -= Date.now() - started
    }
  }, [id, isPaused])
  useEffect(() => () => holdNotifications(false), [])
  const swipe = useSwipe(onDismiss)
  const Icon = tone === 'destructive' ? CircleAlert : CircleCheck
  return (
    <div
      role={tone === 'destructive' ? 'alert' : 'status'}
      aria-atomic="true"
      className={styles.tone[tone]}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      {...swipe}
    >
      <Icon size={16} aria-hidden className={styles.icon[tone]} />
      <div className={styles.content}>
        <div className={styles.texts}>
          <div className={styles.title}>{title}</div>
          {description && <div className={styles.description}>{description}</div>}
        </div>
        {action && (
          <Button
            size="small"
            onPress={() => {
              onDismiss()
              action.onAction()
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      <span className={styles.close}>
        <IconButton label={t('Dismiss notification')} size="small" onPress={onDismiss}>
          <X size={16} aria-hidden />
        </IconButton>
      </span>
    </div>
  )
}

/** Follows the pointer to the right; let go past 50 px it is gone, before that it springs back. */
function useSwipe(onSwiped: () => void) {
  const [start, setStart] = useState<number>()
  const [offset, setOffset] = useState(0)
  const stop = () => {
    setStart(undefined)
    setOffset(0)
  }
  return {
    'data-swiping': start === undefined ? undefined : true,
    style: offset > 0 ? { transform: `translateX(${String(offset)}px)` } : undefined,
    onPointerDown: (event: PointerEvent<HTMLDivElement>) => {
      if (event.button === 0 && !(event.target as Element).closest('button')) {
        event.currentTarget.setPointerCapture(event.pointerId)
        setStart(event.clientX)
      }
    },
    onPointerMove: (event: PointerEvent) => {
      if (start !== undefined) setOffset(Math.max(0, event.clientX - start))
    },
    onPointerUp: (event: PointerEvent) => {
      if (start !== undefined && event.clientX - start >= SWIPE_DISTANCE_PX) onSwiped()
      stop()
    },
    onPointerCancel: stop,
  }
}
