import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, vi } from 'vitest'
import type { TenantScope } from '#core/server/core.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { pluginTest } from '#core/testing/harness.ts'
import { assertDatabaseLaw } from '#core/testing/laws.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudents } from '../../../testing/factories.ts'
import { periods, type Period } from '../contract.ts'
import { listPoints } from './entries.ts'
import { addPoints, reversePoints } from './points.ts'

const test = pluginTest([tenantApp])

/** A Wednesday in New York, where the clocks went forward three days before. */
const NOW = '2031-03-12T16:00:00Z'
const ZONE = 'America/New_York'
const STUDENTS = 2
const CHALLENGES = 2

const acts = fc.record({
  what: fc.constantFrom('give', 'score', 'take back'),
  challenge: fc.nat(CHALLENGES - 1),
  /** Points by student; null for students who take no part. */
  points: fc.array(fc.option(fc.integer({ min: -9, max: 9 })), { minLength: STUDENTS, maxLength: STUDENTS }),
  /** Times around the beginnings of this month, this week and the next one, and long before. */
  hoursAgo: fc.oneof(fc.integer({ min: -150, max: 300 }), fc.integer({ min: 300, max: 10_000 })),
})
type Act = typeof acts extends fc.Arbitrary<infer Value> ? Value : never

interface Known {
  points: number
  /** Milliseconds since 1970. */
  earnedAt: number
  /** Challenge that gave the points; null for points given for another reason. */
  challenge: number | null
  state: 'standing' | 'taken-back' | 'taking-back'
}

const hoursBefore = (hours: number) => Date.parse(NOW) - hours * 3_600_000

/** A model of one student's entries after each act, independent of the database. */
class Book {
  readonly entries: Known[] = []

  follow({ what, challenge, hoursAgo }: Act, points: number): void {
    const earnedAt = hoursBefore(hoursAgo)
    if (what === 'give') return this.#enter({ points, earnedAt, challenge: null })
    const standing = this.entries.find((entry) => entry.challenge === challenge && entry.state === 'standing')
    if (standing) {
      standing.state = 'taken-back'
      this.entries.push({ ...standing, points: -standing.points, state: 'taking-back' })
    }
    if (what === 'score') this.#enter({ points, earnedAt: standing?.earnedAt ?? earnedAt, challenge })
  }

  #enter(entry: Omit<Known, 'state'>): void {
    if (entry.points !== 0) this.entries.push({ ...entry, state: 'standing' })
  }

  in(period: Period): Known[] {
    return this.entries.filter(({ earnedAt }) => isWithin(earnedAt, period))
  }
}

/** Compares days in the organization's calendar. */
function isWithin(instant: number, period: Period): boolean {
  const dayOf = (milliseconds: number) =>
    Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(ZONE).toPlainDate()
  const [day, today] = [dayOf(instant), dayOf(Date.parse(NOW))]
  if (period === 'monthly') return day.year === today.year && day.month === today.month
  if (period === 'weekly') return day.year === today.year && day.weekOfYear === today.weekOfYear
  return true
}

/**
 * Performs an act like the product: scoring again reverses the challenge's points and gives new ones for the time of the first
 * score.
 */
async function perform(
  scope: TenantScope,
  { what, challenge, points, hoursAgo }: Act,
  { students, challenges }: { students: readonly string[]; challenges: readonly string[] },
) {
  const earnedAt = new Date(hoursBefore(hoursAgo))
  const source = { source: 'challenge', sourceId: challenges[challenge] ?? '' } as const
  const given = points.flatMap((number, student) =>
    number === null ? [] : [{ studentId: students[student] ?? '', points: number, reason: 'Maze' }],
  )
  if (what === 'give')
    return addPoints(
      scope,
      given.map((one) => ({ ...one, source: 'given', earnedAt })),
    )
  const reversals = given.map(({ studentId }) => ({ ...source, studentId }))
  const reversed = new Map(
    (await reversePoints(scope, reversals, 'scored again')).map((one) => [one.studentId, one.earnedAt]),
  )
  if (what === 'take back') return
  await addPoints(
    scope,
    given.map((one) => ({ ...one, ...source, earnedAt: reversed.get(one.studentId) ?? earnedAt })),
  )
}

const sumOf = (entries: readonly { points: number }[]) => entries.reduce((sum, { points }) => sum + points, 0)
const linesOf = (entries: readonly Pick<Known, 'points' | 'state'>[]) =>
  entries.map(({ points, state }) => `${points} ${state}`).toSorted()

test('after any acts, a student’s entries, in total and in each period, equal those of an independent model', async ({
  platform,
}) => {
  const clock = vi.spyOn(platform.clock, 'now').mockReturnValue(new Date(NOW))
  const organization = await platform.organization()
  const inOrganization = <Answer>(work: (scope: TenantScope) => Promise<Answer>) =>
    platform.core.db.tenant(organization.id, systemActor, work)
  const law = fc.asyncProperty(fc.array(acts, { minLength: 3, maxLength: 10 }), async (sequence) => {
    const students = await buildStudents(platform, organization, STUDENTS)
    const challenges = Array.from({ length: CHALLENGES }, () => randomUUID())
    const books = students.map(() => new Book())
    for (const act of sequence) {
      await inOrganization((scope) => perform(scope, act, { students, challenges }))
      for (const [student, points] of act.points.entries()) {
        if (points !== null) books[student]?.follow(act, points)
      }
    }
    for (const [index, studentId] of students.entries()) {
      const book = books[index] as Book
      for (const period of periods) {
        const { rows } = await inOrganization((scope) => listPoints(scope, studentId, { period }))
        expect(linesOf(rows), period).toEqual(linesOf(book.in(period)))
      }
      const { totalPoints } = await inOrganization(({ trx }) =>
        trx('students').where({ id: studentId }).first<{ totalPoints: number }>('totalPoints'),
      )
      expect(totalPoints).toBe(sumOf(book.entries))
      expect(totalPoints).toBe(sumOf(book.entries.filter(({ state }) => state === 'standing')))
    }
  })
  await assertDatabaseLaw(law)
  clock.mockRestore()
})
