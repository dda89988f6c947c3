import { z } from 'zod'
import { defineKind } from '../kind-contract.ts'

export const document = defineKind({
  type: 'document',
  details: z.object({}),
  unfinished: ({ contentUrl }) => (contentUrl === '' ? ['The document is missing'] : []),
  shown: () => ({}),
  files: () => [],
  rule: () => 'Reach the last page, or mark it as complete.',
})
