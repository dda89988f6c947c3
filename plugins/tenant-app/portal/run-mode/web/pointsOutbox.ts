import { z } from 'zod'
import { id, instant } from '#core/contract/fields.ts'
import { countText } from '#core/contract/count-text.ts'
import { serverTime } from '#core/web/answers.ts'
import { refresh } from '#core/web/client.ts'
import type { OutboxKind } from '#core/web/outbox.ts'
import { rosterReads } from '../../../scheduling/rosters/web/client.ts'
import { reportGone } from '../../../scheduling/rosters/web/reportGone.ts'
import { award, MAX_AWARDS } from '../contract.ts'
import { runApi } from './client.ts'

const storedAward = award.extend({
  sessionId: id,
  studentName: z.string(),
  madeAt: instant,
  refusal: z.string(),
})
type StoredAward = z.output<typeof storedAward>

const NO_SPOT = 'No spot in the session any more.'

/** Name under which unsent points are noted on the device. */
const POINTS_KIND = 'points'

/** Points that were given and are not saved yet. */
export const pointsOutbox: OutboxKind<StoredAward> = {
  kind: POINTS_KIND,
  reportGone: reportGone('points'),
  schema: storedAward,
  groupOf: ({ sessionId }) => sessionId,
  maxBatch: MAX_AWARDS,
  noun: (count) => countText(count, 'entry of points', 'entries of points'),
  words: (count) => countText(count, 'entry of points is', 'entries of points are'),
  refresh: (queryClient) => refresh(queryClient, rosterReads),
  send: async (entries, madeBy) => {
    const answer = await runApi.givePoints.call({
      madeBy,
      params: { id: entries[0]?.sessionId ?? '' },
      body: { awards: entries.map(({ id: entryId, studentId, points }) => ({ id: entryId, studentId, points })) },
    })
    return new Map(answer.flatMap(({ id: entryId, isSaved }) => (isSaved ? [] : [[entryId, NO_SPOT] as const])))
  },
}

interface Receiver {
  studentId: string
  firstName: string
  lastName: string
}

/** Makes the entries that give each of some students points. */
export function awardEach(sessionId: string, students: readonly Receiver[], points: number): StoredAward[] {
  return students.map(({ studentId, firstName, lastName }) => ({
    id: crypto.randomUUID(),
    sessionId,
    studentId,
    studentName: `${firstName} ${lastName}`,
    points,
    madeAt: serverTime().toISOString(),
    refusal: '',
  }))
}
