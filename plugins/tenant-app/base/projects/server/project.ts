import { z } from 'zod'
import { tableModel } from '#core/server/database/model.ts'
import { difficulty } from '../contract.ts'

const project = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  difficultyLevel: difficulty,
  estimatedDuration: z.string(),
  ageGroup: z.string(),
  instructions: z.string(),
  learningObjectives: z.array(z.string()),
  materials: z.array(z.string()),
  prerequisites: z.array(z.string()),
  studentResources: z.array(z.string()),
  assessmentCriteria: z.array(z.string()),
  thumbnailUrl: z.string(),
  isActive: z.boolean(),
  createdBy: z.uuid().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

/** Project of the platform's catalog, or one organization's own. */
export class ProjectModel extends tableModel('projects', project) {}
