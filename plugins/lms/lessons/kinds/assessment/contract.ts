import { z } from 'zod'
import { defineKind } from '../kind-contract.ts'

export const assessment = defineKind({
  type: 'assessment',
  details: z.object({}),
  unfinished: () => ['There are no questions'],
  shown: () => ({}),
  files: () => [],
  rule: () => 'Reach the pass mark.',
})
