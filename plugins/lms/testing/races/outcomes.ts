import { expect } from 'vitest'
import { OUTDATED_CODE } from '#core/contract/errors.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import type { World } from '#core/testing/calls.ts'
import type { Answer, Client, TestPlatform } from '#core/testing/harness.ts'
import type { Race } from '#core/testing/races.ts'

/** Races two changes by users who have read the same version: the second is refused. */
export const changeBoth = (change: (text: string) => Promise<Answer>): Race => ({
  first: () => change('First'),
  second: () => change('Second'),
  expect: (first, second) => {
    expect([first.status, second.status]).toEqual([200, 409])
    expect(second.body.code).toBe(OUTDATED_CODE)
  },
})

/** Races two acts without waiting: the second takes what is free while the first holds its lock. */
export const newFreeRace = (first: () => Promise<unknown>, second: () => Promise<unknown>): Race => ({
  first,
  second,
  expect: (one, other, waited) => {
    expect([one, other]).toEqual([undefined, undefined])
    expect(waited).toBe(false)
  },
})

/** Selects rows of a table, with columns named as in code. */
export const selectRows = ({ core }: TestPlatform, table: string, where: object) =>
  core.db.platform(systemActor, ({ trx }) => trx(table).where(where).select<Record<string, unknown>[]>())

/** Lists the subjects of emails to a user that begin or end with a text. */
export const listSubjects = ({ core }: TestPlatform, { user }: Client, pattern: string): Promise<string[]> =>
  core.db.platform(systemActor, ({ trx }) =>
    trx('mailMessages').where({ recipient: user?.email }).whereLike('subject', pattern).pluck<string[]>('subject'),
  )

/** Counts the lessons that a learner has completed, according to their only enrollment. */
export async function countLessonsDone({ platform }: World, { user }: Client): Promise<unknown> {
  const [enrollment] = await selectRows(platform, 'lmsEnrollments', { userId: user?.id })
  return enrollment?.['done']
}

/** Reads the progress of a learner in a lesson. */
export async function getProgress({ platform }: World, { user }: Client, lessonId: string) {
  const [progress] = await selectRows(platform, 'lmsLessonProgress', { userId: user?.id, lessonId })
  return progress
}
