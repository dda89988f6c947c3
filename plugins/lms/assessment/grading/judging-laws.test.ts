import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assertLaw } from '#core/testing/laws.ts'
import { rubric } from '../../authoring/lessons/kinds/rubric-contract.ts'
import { givenGrade } from './grade-contract.ts'
import { computeResult } from './judging-contract.ts'

const SECONDS = { hour: 3600, day: 86_400 }

interface Work {
  points: number
  passPercent: number
  lateSeconds: number
  latePercent: number
  latePer: 'hour' | 'day'
  lateFloor: number
}

const works: fc.Arbitrary<Work> = fc.record({
  points: fc.integer({ min: 0, max: 120 }),
  passPercent: fc.integer({ min: 0, max: 100 }),
  lateSeconds: fc.integer({ min: 0, max: 40 * SECONDS.day }),
  latePercent: fc.integer({ min: 0, max: 100 }),
  latePer: fc.constantFrom('hour', 'day'),
  lateFloor: fc.integer({ min: 0, max: 100 }),
})

const gradeWork = ({ points, passPercent, lateSeconds, latePercent, latePer, lateFloor }: Work) =>
  computeResult(
    {
      rubric: rubric.parse({}),
      passPercent,
      late: {
        dueOn: null,
        dueAfterDays: 7,
        closesAfterDays: null,
        latePercent,
        latePer,
        lateFloor,
        missingScore: null,
      },
      lateSeconds,
    },
    givenGrade.parse({ points }),
  )

test('lateness deducts its percent for each unit that has begun, and stops at the floor', () => {
  assertLaw(
    fc.property(works, (work) => {
      const { points, passPercent, lateSeconds, latePercent, latePer, lateFloor } = work
      const reached = Math.min(points, 100)
      let score = reached
      for (let from = 0; from < lateSeconds; from += SECONDS[latePer]) {
        score = Math.max(score - latePercent, Math.min(reached, lateFloor))
      }
      expect(gradeWork(work)).toMatchObject({ score, deduction: reached - score, isPassed: score >= passPercent })
    }),
  )
})

test('neither less work nor later work is ever worth more', () => {
  assertLaw(
    fc.property(works, fc.nat(50), fc.nat(10 * SECONDS.day), (work, fewer, later) => {
      const worse = { ...work, points: Math.max(0, work.points - fewer), lateSeconds: work.lateSeconds + later }
      expect(gradeWork(worse).score).toBeLessThanOrEqual(gradeWork(work).score ?? 0)
    }),
  )
})
