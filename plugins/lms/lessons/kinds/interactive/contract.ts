import { z } from 'zod'
import { defineKind } from '../kind-contract.ts'

export const interactive = defineKind({
  type: 'interactive',
  details: z.object({}),
  unfinished: ({ contentUrl }) => (contentUrl === '' ? ['The package is missing'] : []),
  shown: () => ({}),
  files: () => [],
  rule: () => 'Finish it, or mark it as complete.',
})
