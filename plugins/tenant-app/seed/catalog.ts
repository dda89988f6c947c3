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
  /** Program whose sessions work on it. */
  program?: string
  /** Name of the demo's drawing that is its picture. */
  drawing?: string
}
