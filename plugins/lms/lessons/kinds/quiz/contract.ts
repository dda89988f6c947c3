import { z } from 'zod'
import { defineKind } from '../kind-contract.ts'

export const quiz = defineKind({
  type: 'quiz',
  details: z.object({}),
  unfinished: () => ['There are no questions'],
  shown: () => ({}),
  files: () => [],
  rule: () => 'Reach the pass mark.',
})
