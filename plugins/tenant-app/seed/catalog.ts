import type { Project } from '../base/projects/contract.ts'

type Words = Pick<
  Project,
  | 'title'
  | 'description'
  | 'category'
  | 'difficulty'
  | 'estimatedDuration'
  | 'ageGroup'
  | 'instructions'
  | 'learningObjectives'
  | 'materials'
  | 'prerequisites'
  | 'studentResources'
  | 'assessmentCriteria'
>

export interface CatalogProject extends Words {
  /** Sessions of this program work on it. */
  program?: string
  /** Name of one of the demo's drawings, its picture. */
  drawing?: string
}
