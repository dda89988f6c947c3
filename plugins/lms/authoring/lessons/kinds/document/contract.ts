import { defineKind } from '../kind-contract.ts'
import { paper, reading, describePaperRule } from '../paper-contract.ts'

export const document = defineKind({
  type: 'document',
  details: paper,
  unfinished: ({ details: { file }, contentUrl }) => (file || contentUrl !== '' ? [] : ['The document is missing']),
  shown: (details) => details,
  files: ({ file }) => (file ? [file.id] : []),
  rule: describePaperRule,
  ...reading,
})
