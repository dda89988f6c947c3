import { z } from 'zod'
import { defineKind } from '../kind-contract.ts'

export const presentation = defineKind({
  type: 'presentation',
  details: z.object({}),
  unfinished: ({ contentUrl }) => (contentUrl === '' ? ['The slides are missing'] : []),
  shown: () => ({}),
  files: () => [],
  rule: () => 'Reach the last slide, or mark it as complete.',
})
