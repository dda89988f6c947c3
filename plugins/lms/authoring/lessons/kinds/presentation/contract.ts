import { defineKind } from '../kind-contract.ts'
import { paper, reading, describePaperRule } from '../paper-contract.ts'

export const presentation = defineKind({
  type: 'presentation',
  details: paper,
  unfinished: ({ details: { file }, contentUrl }) => (file || contentUrl !== '' ? [] : ['The slides are missing']),
  shown: (details) => details,
  files: ({ file }) => (file ? [file.id] : []),
  rule: describePaperRule,
  ...reading,
})
