import type { Notification } from './ui/feedback/notificationQueue.ts'

let expected: Notification | undefined

/**
 * Sets the text shown when the session ends next, instead of the usual one: for acts that end it.
 * Answers how to take it back.
 */
export function expectSignOut(notice: Notification): () => void {
  expected = notice
  return () => {
    if (expected === notice) expected = undefined
  }
}

/** Returns the notification for users whose session has ended, once. */
export function takeExpectedSignOut(): Notification | undefined {
  const notice = expected
  expected = undefined
  return notice
}
