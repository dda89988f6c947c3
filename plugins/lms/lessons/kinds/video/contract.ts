import { defineKind } from '../kind-contract.ts'
import { filesOfRecording, playing, recording } from '../recording-contract.ts'

export const video = defineKind({
  type: 'video',
  details: recording,
  unfinished: ({ details: { file }, contentUrl }) => (file || contentUrl !== '' ? [] : ['The video is missing']),
  shown: (details) => details,
  files: filesOfRecording,
  rule: ({ file }) => (file ? 'Watch 90% of it.' : 'Watch it, and mark it as complete.'),
  ...playing('Watch'),
})
