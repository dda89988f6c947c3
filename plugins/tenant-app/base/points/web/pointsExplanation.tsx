import { lazy } from 'react'
import type { Explanation } from '../../../shared/web/explanation.ts'

const PointsTable = lazy(async () => ({ default: (await import('./PointsTable.tsx')).PointsTable }))

export const pointsMeaning = 'The sum of these entries. Reversals are listed beside their originals.'

/** Explains a student's total points by their entries. */
export const pointsExplanation = (studentId: string): Explanation => ({
  meaning: pointsMeaning,
  table: <PointsTable studentId={studentId} />,
})
