import { z } from 'zod'
import { defineKind } from '../kind-contract.ts'

export const video = defineKind({
  type: 'video',
  details: z.object({}),
  unfinished: ({ contentUrl }) => (contentUrl === '' ? ['The video is missing'] : []),
  shown: () => ({}),
  files: () => [],
  rule: () => 'Watch 90 % of it.',
})
