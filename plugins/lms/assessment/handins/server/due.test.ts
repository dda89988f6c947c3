import { expect, test } from 'vitest'
import { computeDue, computeSecondsLate } from './due.ts'
import { computeDeduction, describeDueRules, type DueRules } from '../../../authoring/lessons/kinds/due-contract.ts'
import { submissionDetails } from '../../../authoring/lessons/kinds/submission-contract.ts'

const newDueRules = (given: Partial<DueRules>): DueRules => submissionDetails.parse(given)
const HOUR_SECONDS = 3600
const DAY_SECONDS = 86_400

test.each([
  // Each hour or day that has begun counts as a whole one.
  [{ latePercent: 10, latePer: 'day' }, { score: 80, lateSeconds: 0 }, 0],
  [{ latePercent: 10, latePer: 'day' }, { score: 80, lateSeconds: 1 }, 10],
  [{ latePercent: 10, latePer: 'day' }, { score: 80, lateSeconds: DAY_SECONDS }, 10],
  [{ latePercent: 10, latePer: 'day' }, { score: 80, lateSeconds: DAY_SECONDS + 1 }, 20],
  [{ latePercent: 2, latePer: 'hour' }, { score: 80, lateSeconds: 3 * HOUR_SECONDS - 1 }, 6],
  // A score never falls below zero or the floor; one that is below the floor already stays.
  [{ latePercent: 50, latePer: 'day' }, { score: 80, lateSeconds: 5 * DAY_SECONDS }, 80],
  [{ latePercent: 30, latePer: 'day', lateFloor: 40 }, { score: 80, lateSeconds: 2 * DAY_SECONDS }, 40],
  [{ latePercent: 30, latePer: 'day', lateFloor: 40 }, { score: 35, lateSeconds: 2 * DAY_SECONDS }, 0],
  [{ latePercent: 0 }, { score: 80, lateSeconds: 9 * DAY_SECONDS }, 0],
] as const)('under %j, lateness of %j deducts %d percent', (given, work, taken) => {
  expect(computeDeduction(newDueRules(given), work)).toBe(taken)
})

test("days until a due date end with the organization's days, however long these are", () => {
  const berlin = { since: '2026-03-27T23:30:00.000Z', timeZone: 'Europe/Berlin' }
  // It is the 28th there already; the night to the 29th has an hour less.
  expect(computeDue(newDueRules({ dueAfterDays: 1, closesAfterDays: 2 }), berlin)).toEqual({
    dueAt: '2026-03-29T22:00:00.000Z',
    closesAt: '2026-03-31T22:00:00.000Z',
  })
  const newYork = { ...berlin, timeZone: 'America/New_York' }
  expect(computeDue(newDueRules({ dueOn: '2026-03-07', dueAfterDays: 90 }), newYork).dueAt).toBe(
    '2026-03-08T05:00:00.000Z',
  )
  expect(computeDue(newDueRules({ closesAfterDays: 1 }), newYork)).toEqual({ dueAt: null, closesAt: null })
  expect(computeSecondsLate('2026-03-08T05:00:00.000Z', new Date('2026-03-08T05:00:00.000Z'))).toBe(0)
  expect(computeSecondsLate('2026-03-08T05:00:00.000Z', new Date('2026-03-08T05:00:00.001Z'))).toBe(1)
})

test('rules for lateness are described in words', () => {
  expect(describeDueRules(newDueRules({ latePercent: 10 }))).toEqual([])
  const given = { dueAfterDays: 7, closesAfterDays: 1, latePercent: 10, lateFloor: 50, missingScore: 0 }
  expect(describeDueRules(newDueRules(given))).toEqual([
    'Late work is accepted for 1 day.',
    'Each day late takes 10% off the grade, down to 50%.',
    'Without a submission, the grade is 0%.',
  ])
})
