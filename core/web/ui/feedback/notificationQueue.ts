export interface Notification {
  title: string
  description?: string
  /** 'destructive' is red and interrupts screen readers. */
  tone?: 'default' | 'destructive'
  /** A button in it, to take back what was done: it dismisses the notification. */
  action?: { label: string; onAction: () => void }
  /** Milliseconds; 5000 unless said otherwise (spec part 1, constants). */
  duration?: number
  /** Reports the second half of one act: shown after the message before it, not in its place. */
  isFollowUp?: boolean
}

export interface QueuedNotification extends Notification {
  id: number
  duration: number
}

let queue: readonly QueuedNotification[] = []
let isHeld = false
let nextId = 1
/** Failures upon which the person has gone on. */
const acted = new Set<number>()
const listeners = new Set<() => void>()

function change(next: readonly QueuedNotification[]) {
  queue = next
  for (const listener of listeners) listener()
}

/**
 * Shows a message, one at a time. It takes the place of the one before, so that it answers what was just done. A failure
 * that was pushed aside comes back, unless the person went on after it: what comes then answers another try. While someone
 * reads (hovers, focuses) a new one waits.
 */
export function notify(notification: Notification): void {
  const added = { ...notification, duration: notification.duration ?? 5000, id: nextId++ }
  const [current, ...waiting] = queue
  if (!current) change([added])
  else if (isHeld || notification.isFollowUp) change([current, ...waiting, added])
  else change([added, ...queue.filter(({ tone, id }) => tone === 'destructive' && !acted.has(id))])
}

export function dismissNotification(id: number): void {
  if (queue[0]?.id === id) isHeld = false
  acted.delete(id)
  change(queue.filter((one) => one.id !== id))
}

/** Notes that the person presses or types something, with the message that is shown before them. */
export function noteAct(): void {
  if (queue[0]) acted.add(queue[0].id)
}

/** While held, the visible notification stays and others wait. */
export function holdNotifications(hold: boolean): void {
  isHeld = hold
}

export function subscribeToNotifications(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function currentNotification(): QueuedNotification | undefined {
  return queue[0]
}
