import { expect, test } from 'vitest'
import type { DueRules } from '../../authoring/lessons/kinds/due-contract.ts'
import { rubric } from '../../authoring/lessons/kinds/rubric-contract.ts'
import { givenGrade } from './grade-contract.ts'
import { computeResult } from './judging-contract.ts'

const ids = Array.from({ length: 8 }, () => crypto.randomUUID())
const [form, strength, best, good, poor, strong, weak] = ids as [string, string, string, string, string, string, string]

/** Worth six points for form and four for strength. */
const scored = rubric.parse({
  criteria: [
    {
      id: form,
      title: 'Form',
      levels: [
        { id: best, title: 'Excellent', points: 6 },
        { id: good, title: 'Good', points: 3 },
        { id: poor, title: 'Poor', points: 0 },
      ],
    },
    {
      id: strength,
      title: 'Strength',
      levels: [
        { id: strong, title: 'Strong', points: 4 },
        { id: weak, title: 'Weak', points: 1 },
      ],
    },
  ],
})
const none = rubric.parse({})
const late: DueRules = {
  dueOn: null,
  dueAfterDays: 7,
  closesAfterDays: null,
  latePercent: 10,
  latePer: 'day',
  lateFloor: 0,
  missingScore: null,
}
const hourly: DueRules = { ...late, latePer: 'hour' }
const DAY_SECONDS = 86_400

const mark = (criterionId: string, levelId: string | null, points: number | null = null) => ({
  criterionId,
  levelId,
  points,
})

// Expected values computed by hand: points of ten, in percent, less the deduction for lateness.
test.each([
  ['the levels', { marks: [mark(form, best), mark(strength, weak)] }, {}, [7, 10, 0, 70, true]],
  ['a criterion left out', { marks: [mark(form, best)] }, {}, [null, null, 0, null, null]],
  ['a criterion without a level', { marks: [mark(form, best), mark(strength, null)] }, {}, [null, null, 0, null, null]],
  ['own points for a criterion', { marks: [mark(form, good, 4.5), mark(strength, weak)] }, {}, [5.5, 10, 0, 55, false]],
  ['own points for the whole', { marks: [mark(form, poor)], points: 6 }, {}, [6, 10, 0, 60, true]],
  ['no points', { points: 0 }, {}, [0, 10, 0, 0, false]],
  ['more points than there are', { points: 12 }, {}, [12, 10, 0, 100, true]],
  ['a third', { points: 1 }, { rubric: newThreePoints() }, [1, 3, 0, 33.33, false]],
  ['a second late', { points: 8 }, { lateSeconds: 1 }, [8, 10, 10, 70, true]],
  ['a day late', { points: 8 }, { lateSeconds: DAY_SECONDS }, [8, 10, 10, 70, true]],
  ['a day and a second late', { points: 8 }, { lateSeconds: DAY_SECONDS + 1 }, [8, 10, 20, 60, true]],
  ['an hour begun', { points: 8 }, { lateSeconds: 3601, late: hourly }, [8, 10, 20, 60, true]],
  [
    'down to the floor',
    { points: 8 },
    { lateSeconds: 4 * DAY_SECONDS, late: { ...late, lateFloor: 50 } },
    [8, 10, 30, 50, false],
  ],
  [
    'below the floor',
    { points: 4 },
    { lateSeconds: DAY_SECONDS, late: { ...late, lateFloor: 50 } },
    [4, 10, 0, 40, false],
  ],
  ['down to nothing', { points: 8 }, { lateSeconds: 30 * DAY_SECONDS }, [8, 10, 80, 0, false]],
  ['late, without a rule', { points: 8 }, { lateSeconds: DAY_SECONDS, late: null }, [8, 10, 0, 80, true]],
  ['points without a rubric', { points: 72.5 }, { rubric: none }, [72.5, 100, 0, 72.5, true]],
  ['passed', { isPassed: true }, { rubric: none, lateSeconds: DAY_SECONDS }, [null, null, 0, 100, true]],
  ['failed', { isPassed: false }, { rubric: none }, [null, null, 0, 0, false]],
  ['nothing said', {}, { rubric: none }, [null, null, 0, null, null]],
])('a grade follows from its rules: %s', (_, given, judgement, [points, most, deduction, score, isPassed]) => {
  const judged = { rubric: scored, passPercent: 60, late, lateSeconds: 0, ...judgement }
  expect(computeResult(judged, givenGrade.parse(given))).toEqual({
    givenPoints: points,
    mostPoints: most,
    deduction,
    score,
    isPassed,
  })
})

function newThreePoints() {
  const levels = [{ id: best, title: 'All', points: 3 }]
  return rubric.parse({ criteria: [{ id: form, title: 'Form', levels }] })
}
