import type { z } from 'zod'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { markedParticipant } from '../contract.ts'

/** Returns why a record is set aside until it is discarded; null for one that was saved or overtaken. */
export const refusalOf = (answer: z.infer<typeof markedParticipant> | undefined): string | null =>
  answer?.status === 'registered' ? answer.refusal : 'The student is no longer in this session.'

/** Shows which records of a batch were not saved, and the reasons. */
export function notifyMissed(missed: readonly z.infer<typeof markedParticipant>[]): void {
  const refused = missed.filter(({ refusal }) => refusal !== null)
  for (const { refusal } of refused) {
    notify({ title: 'Pickup not saved', description: refusal ?? '', tone: 'destructive' })
  }
  const signedOff = missed.filter(({ status }) => status !== 'registered')
  if (signedOff.length > 0) notify({ title: 'Students removed from the session can’t be marked', tone: 'destructive' })
  const overtaken = missed.filter(({ status, refusal }) => status === 'registered' && refusal === null)
  if (overtaken.length === 0) return
  const by = [...new Set(overtaken.map(({ markedBy }) => markedBy ?? 'Someone else'))].join(', ')
  notify({ title: `${by} marked ${overtaken.length === 1 ? 'the student' : 'them'} first`, tone: 'destructive' })
}
